/** Error responses: application/problem+json with a text for people. */
import { z } from 'zod';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    requestId: z
      .string()
      .meta({ description: 'The same as in the `X-Request-Id` header, by which the log can be searched.' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

/** The first message of each invalid field. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.path.length === 0) errors['body'] ??= 'Please send a JSON object.';
    else errors[issue.path.join('.')] ??= issue.message;
  }
  return errors;
}
