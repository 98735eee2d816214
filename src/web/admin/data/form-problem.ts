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

/** What the server refused and why; where it did not answer at all, the words that the product has for that. */
export function problemOf(error: unknown, unreachableText: string): FormProblem {
  return error instanceof ApiProblem
    ? { text: error.problem.detail, fields: error.problem.errors ?? {} }
    : { text: unreachableText, fields: {} };
}
