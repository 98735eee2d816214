/** The body of a request, checked: only the fields that its schema names go any further. */
import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { fieldErrors } from '../../contract/problem.ts';
import { AppError } from '../errors.ts';

export async function readBody<Body>(request: HonoRequest, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\b/i.test(request.header('Content-Type') ?? '')) {
    throw new AppError('wrong-content-type');
  }
  const reading = schema.safeParse(parseJson(await request.text()));
  if (!reading.success) throw new AppError('invalid', { errors: fieldErrors(reading.error) });
  return reading.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-json');
  }
}
