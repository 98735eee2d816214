/** The problem of a form: a text for the whole and one for each field. */
import type { z } from 'zod';
import { fieldErrors } from '../../../contract/problem.ts';
import { failureText, isRefusal } from '../api/refusal.ts';

export interface FormProblem {
  text: string;
  fields: Readonly<Record<string, string>>;
}

/** Validates with a schema; null when the input is valid. */
export function findProblem(schema: z.ZodType, input: unknown): FormProblem | null {
  const result = schema.safeParse(input);
  if (result.success) return null;
  const fields = fieldErrors(result.error);
  return { text: Object.values(fields)[0] ?? '', fields };
}

export const problemOf = (error: unknown, unreachableText: string): FormProblem => ({
  text: failureText(error, unreachableText),
  fields: isRefusal(error) ? (error.problem.errors ?? {}) : {},
});

/** Whether the text is shown beside a field already, so that it is not repeated for the whole form. */
export const isSaidBesideField = ({ text, fields }: FormProblem): boolean =>
  Object.values(fields).includes(text);

/** Removes the errors of some fields; null when nothing is left. */
export function withoutFields(problem: FormProblem, names: ReadonlySet<string>): FormProblem | null {
  const left = Object.entries(problem.fields).filter(([name]) => !names.has(name));
  const isOfWhole = !isSaidBesideField(problem);
  const text = isOfWhole ? problem.text : left[0]?.[1];
  return text === undefined ? null : { text, fields: Object.fromEntries(left) };
}
