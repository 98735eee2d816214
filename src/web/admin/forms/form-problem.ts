/** What went wrong with a form, in words for the whole of it and for each field. */
import type { z } from 'zod';
import { fieldErrors } from '../../../contract/problem.ts';
import { ApiProblem } from '../../live/call-api.ts';

export interface FormProblem {
  text: string;
  fields: Readonly<Record<string, string>>;
}

/** What a schema finds before the server has to; null when all is well. */
export function findProblem(schema: z.ZodType, values: unknown): FormProblem | null {
  const reading = schema.safeParse(values);
  if (reading.success) return null;
  const fields = fieldErrors(reading.error);
  return { text: Object.values(fields)[0] ?? '', fields };
}

/** Whether the server understood and said no; anything else means that it failed or could not be reached. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.problem.status < 500;

/** What the server refused and why; where it failed or did not answer, the words that the product has for that. */
export function problemOf(error: unknown, unreachableText: string): FormProblem {
  return isRefusal(error)
    ? { text: error.problem.detail, fields: error.problem.errors ?? {} }
    : { text: unreachableText + failureIdText(error), fields: {} };
}

/** By its id a failure can be found in the server's log; an outage or a restart needs none. */
function failureIdText(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'internal') return '';
  const { requestId } = error.problem;
  return requestId === undefined ? '' : ` (Request id: ${requestId})`;
}

/** Then it need not be said of the whole form as well. */
export const isSaidBesideField = ({ text, fields }: FormProblem): boolean =>
  Object.values(fields).includes(text);

/** Puts a refusal of the server beside the field that it is about, where the server does not know the form. */
export function blameField(error: unknown, code: string, field: string): unknown {
  if (!isRefusal(error) || error.problem.code !== code) return error;
  return new ApiProblem({ ...error.problem, errors: { [field]: error.problem.detail } });
}

/** What is left of it once some fields were changed; null when that was all. */
export function withoutFields(problem: FormProblem, names: ReadonlySet<string>): FormProblem | null {
  const left = Object.entries(problem.fields).filter(([name]) => !names.has(name));
  const isOfWhole = !isSaidBesideField(problem);
  const text = isOfWhole ? problem.text : left[0]?.[1];
  return text === undefined ? null : { text, fields: Object.fromEntries(left) };
}
