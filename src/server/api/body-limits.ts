/** Limits the size of request bodies, also of those without `Content-Length`. */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../errors.ts';
import type { ApiEnv } from './api-env.ts';

const KIB = 1024;

const limitTo = (maxSize: number, detail?: string): MiddlewareHandler<ApiEnv> =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('too-large', detail === undefined ? {} : { detail });
    },
  });

const limitForm = limitTo(64 * KIB);

/** The only route that accepts a file; it checks the session before it reads the body. */
export const IMPORT_PATH = '/api/admin/draws/import';

export const limitBody: MiddlewareHandler<ApiEnv> = (c, next) =>
  c.req.path === IMPORT_PATH ? next() : limitForm(c, next);

export const limitFile = limitTo(5 * KIB * KIB, 'The file is larger than 5 MiB.');
