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

/** The first message of each invalid field; a field that the schema does not know counts as invalid. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors = new Map<string, string>();
  const add = (path: PropertyKey[], message: string) => {
    const field = path.join('.');
    if (!errors.has(field)) errors.set(field, message);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], unknownFieldText(key));
    } else if (issue.path.length === 0) add(['body'], 'Please send a JSON object.');
    else add(issue.path, issue.message);
  }
  // Also correct for a field named `__proto__`.
  return Object.fromEntries(errors);
}

export const unknownFieldText = (name: string): string => `The field ${JSON.stringify(name)} is not known.`;
