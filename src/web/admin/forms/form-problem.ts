/** What is wrong with a form, in words for the whole of it and for each field. */
import type { z } from 'zod';
import { fieldErrors } from '../../../contract/problem.ts';
import { failureText, isRefusal } from '../api/refusal.ts';

export interface FormProblem {
  text: string;
  fields: Readonly<Record<string, string>>;
}

/** What a schema finds before the server has to; null when all is well. */
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

/** Then it need not be said of the whole form as well. */
export const isSaidBesideField = ({ text, fields }: FormProblem): boolean =>
  Object.values(fields).includes(text);

/** What is left of it once some fields were changed; null when that was all. */
export function withoutFields(problem: FormProblem, names: ReadonlySet<string>): FormProblem | null {
  const left = Object.entries(problem.fields).filter(([name]) => !names.has(name));
  const isOfWhole = !isSaidBesideField(problem);
  const text = isOfWhole ? problem.text : left[0]?.[1];
  return text === undefined ? null : { text, fields: Object.fromEntries(left) };
}
