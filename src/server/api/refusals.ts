/** Turns errors of Hono and of schemas into an `AppError`. */
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { fieldErrors } from '../../contract/problem.ts';
import { AppError, problemResponse } from '../errors.ts';

export const errorResponse = (thrown: Error): Response => problemResponse(expectedError(thrown));

/** Throws an unexpected error again: `http` logs it and returns a 500 without details. */
export function expectedError(thrown: Error): AppError {
  const error = thrown instanceof HTTPException ? fromFramework(thrown) : thrown;
  if (error instanceof AppError) return error;
  throw error;
}

function fromFramework(exception: HTTPException): AppError {
  switch (exception.status) {
    case 400:
      return new AppError('bad-json');
    case 413:
      return new AppError('too-large');
    case 415:
      return new AppError('wrong-content-type');
    default:
      return new AppError('bad-request');
  }
}

/** The result of validating a request; `data` of a failure is the unparsed input. */
export type Validation = { target: string } & (
  | { success: true; data: unknown }
  | { success: false; data?: unknown; error: z.ZodError }
);

/** More than any form has fields: a list may have an error in each of thousands of items. */
export const MOST_ERRORS = 50;

/** An invalid path parameter is a 404; everything else is a 422 with an error for each field. */
export function refuseInvalid(result: Validation): undefined {
  if (result.success) return;
  if (result.target === 'param') throw new AppError('not-found');
  const repeated = result.target === 'query' ? repeatedFields(result.data) : {};
  const errors = Object.entries({ ...fieldErrors(result.error), ...repeated });
  throw new AppError('invalid', { errors: Object.fromEntries(errors.slice(0, MOST_ERRORS)) });
}

/** To a schema a repeated parameter is a list, and its error would be misleading. */
const repeatedFields = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => [name, `Give ${name} only once.`]),
  );

/** Throws 404 for an unknown path, and 405 with `Allow` for a path that has other methods. */
export function refuseUnknownRoute(methods: readonly string[]): never {
  if (methods.length === 0) throw new AppError('not-found');
  throw new AppError('method-not-allowed', {
    allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  });
}
