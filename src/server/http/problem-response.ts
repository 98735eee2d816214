/** Turns anything that was thrown into an answer: expected refusals in words, bugs as a plain 500. */
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { AppError, problemOf } from '../errors.ts';

export function problemResponse(error: AppError): Response {
  const problem = problemOf(error);
  const { retryAfter, allow } = error.details;
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'Content-Type': PROBLEM_CONTENT_TYPE,
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(allow && { Allow: allow.join(', ') }),
    },
  });
}

/** What a caller may know of it: an unexpected error becomes an `internal` one without its text. */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError('internal');
