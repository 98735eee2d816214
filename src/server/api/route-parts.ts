/** Bodies, responses and parameters for `createRoute`, which validates with them and documents them. */

import { z } from 'zod';
import { PROBLEM_CONTENT_TYPE, problemSchema } from '../../contract/problem.ts';
import { idSchema } from '../../contract/values.ts';
import { type ErrorCode, statusOf, textOf } from '../errors.ts';

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Refuses fields that the schema does not have. */
export const jsonBody = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => {
  for (const [name, field] of Object.entries(schema.shape)) requireStrict(field as z.ZodType, name);
  const strict = schema.strict();
  const meta = schema.meta();
  return openJsonBody(meta ? strict.meta(meta) : strict);
};

/** `strict()` reaches only the outer object, so the objects in it must be declared as strict. */
function requireStrict(schema: z.ZodType, name: string): void {
  if (schema instanceof z.ZodObject) {
    if (!(schema.def.catchall instanceof z.ZodNever)) throw new Error(`${name} must be a strict object`);
    for (const [inner, field] of Object.entries(schema.shape))
      requireStrict(field as z.ZodType, `${name}.${inner}`);
  } else if (schema instanceof z.ZodArray) requireStrict(schema.element as z.ZodType, name);
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options) requireStrict(option as z.ZodType, name);
  else if ('innerType' in schema.def) requireStrict(schema.def.innerType as z.ZodType, name);
  else if (schema instanceof z.ZodPipe) requireStrict(schema.in as z.ZodType, name);
}

/** Ignores fields that the schema does not have: for forms of visitors and of signing in. */
export const openJsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});

export const csv = (description: string) => ({
  description,
  headers: z.object({
    'Content-Disposition': z.string().meta({ description: 'Contains the file name.' }),
  }),
  content: { 'text/csv': { schema: z.string() } },
});

export const noContent = { description: 'No content.' };

/**
 * The errors that a client of the route should expect. Handlers throw them and do not return them, so they
 * are not part of the types.
 */
export const refusals = (...codes: ErrorCode[]): Record<never, never> => refusalsAs(problemSchema, codes);

/** The same with another schema of the problem. */
export function refusalsAs(schema: z.ZodType, codes: readonly ErrorCode[]): Record<never, never> {
  const texts = Map.groupBy(codes, statusOf);
  return Object.fromEntries(
    [...texts].map(([status, alike]) => [
      status,
      { description: alike.map(textOf).join(' '), content: { [PROBLEM_CONTENT_TYPE]: { schema } } },
    ]),
  );
}

export const idParams = z.object({ id: idSchema });
