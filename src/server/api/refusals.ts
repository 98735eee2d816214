/** Turns errors of the framework and of schemas into problems of our table. */
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { fieldErrors } from '../../contract/problem.ts';
import { AppError, problemResponse } from '../errors.ts';

export const answerError = (thrown: Error): Response => problemResponse(expectedError(thrown));

/** Throws a bug again: http logs it and tells the caller nothing. */
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

/** What a schema made of a request; the data that it refused are there as they came. */
export type Validation = { target: string } & (
  | { success: true; data: unknown }
  | { success: false; data?: unknown; error: z.ZodError }
);

/** An address that cannot name anything is an address where nothing is; all else is told field by field. */
export function refuseInvalid(result: Validation): undefined {
  if (result.success) return;
  if (result.target === 'param') throw new AppError('not-found');
  const repeated = result.target === 'query' ? repeatedFields(result.data) : {};
  throw new AppError('invalid', { errors: { ...fieldErrors(result.error), ...repeated } });
}

/** A schema sees a repeated parameter as a list; the person who sent it wants to know that it was repeated. */
const repeatedFields = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => [name, `Give ${name} only once.`]),
  );

/** Nothing there, or nothing there for this method: then the response names the methods that there are. */
export function refuseUnknown(methods: readonly string[]): never {
  if (methods.length === 0) throw new AppError('not-found');
  throw new AppError('method-not-allowed', {
    allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  });
}
