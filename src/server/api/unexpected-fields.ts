/** Refuses fields sent to a route of the panel that takes none; `jsonBody` refuses unknown fields of the others. */
import type { MiddlewareHandler } from 'hono';
import { unknownFieldText } from '../../contract/problem.ts';
import { findSession } from '../auth/sessions.ts';
import { AppError } from '../errors.ts';
import type { ApiEnv } from './api-env.ts';

const WRITES = ['POST', 'PUT', 'PATCH'];

export function refuseUnexpectedFields(
  hasBody: (method: string, path: string) => boolean,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    if (!WRITES.includes(method) || hasBody(method, path)) return await next();
    const names = fieldNames(await c.req.text());
    // The route itself refuses clients that are not signed in.
    if (names.length === 0 || !(await findSession(c.env.auth, c.req.raw.headers, { refresh: false })))
      return await next();
    const errors = Object.fromEntries(names.map((name) => [name, unknownFieldText(name)]));
    throw new AppError('invalid', { errors });
  };
}

function fieldNames(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}
