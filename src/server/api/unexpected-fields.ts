/**
 * Refuses fields in the body of a panel route that takes no body. On all others `jsonBody` refuses unknown fields.
 */
import type { MiddlewareHandler } from 'hono';
import { unknownFieldText } from '../../contract/problem.ts';
import { findSession } from '../auth/sessions.ts';
import { AppError } from '../errors.ts';
import type { ApiEnv } from './api-env.ts';
import { MOST_ERRORS } from './refusals.ts';

const WRITES = ['POST', 'PUT', 'PATCH'];

export function refuseUnexpectedFields(
  hasBody: (method: string, path: string) => boolean,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    if (!WRITES.includes(method) || hasBody(method, path)) return await next();
    const body = await c.req.text();
    if (body.trim() === '') return await next();
    // The route itself refuses clients that are not signed in: their body is not parsed.
    if (!(await findSession(c.env.auth, c.req.raw.headers, { refresh: false }))) return await next();
    const refusal = refusalOf(body);
    if (refusal) throw refusal;
    await next();
  };
}

/** Null for an empty object. */
function refusalOf(body: string): AppError | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return new AppError('bad-json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new AppError('invalid', { errors: { body: 'Please send a JSON object.' } });
  const errors = Object.fromEntries(
    Object.keys(value)
      .slice(0, MOST_ERRORS)
      .map((name) => [name, unknownFieldText(name)]),
  );
  return Object.keys(errors).length > 0 ? new AppError('invalid', { errors }) : null;
}
