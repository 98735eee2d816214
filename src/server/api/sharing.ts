/** What caches and other sites may do with an answer. */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';

/** May be kept for so long by everyone between us and the reader, who asks each time whether it still holds. */
export const shareFor = (seconds: number): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', `public, max-age=0, s-maxage=${seconds}`);
  });

export const keepPrivate: MiddlewareHandler = createMiddleware(async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
});

/** Results are there to be read, from any site. */
const allowOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  allowHeaders: ['If-None-Match', 'Last-Event-ID'],
  exposeHeaders: ['ETag', 'Content-Disposition', 'Retry-After'],
  maxAge: 86_400,
});

/** What belongs to staff, and what writes, is for our own pages alone. */
const OURS_ALONE = /^\/api\/(admin|auth|contact)(\/|$)/;

export const openToOtherSites: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (OURS_ALONE.test(c.req.path)) return next();
  const preflight = await allowOrigins(c, next);
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return preflight;
});
