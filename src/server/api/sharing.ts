/** What caches and other sites may do with a response. */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';

/** May be kept for so long by everyone between us and the reader, who asks each time whether it still holds. */
export const shareFor = (seconds: number): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    await next();
    if (c.res.ok) c.res.headers.set('Cache-Control', `public, max-age=0, s-maxage=${seconds}`);
  });

export const keepPrivate: MiddlewareHandler = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

/** What belongs to staff, and what writes, is for our own pages alone. */
const OURS_ALONE = /^\/api\/(admin|auth|contact)(\/|$)/;

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  allowHeaders: ['If-None-Match', 'Last-Event-ID'],
  maxAge: 86_400,
});

const READABLE_ANYWHERE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Content-Disposition, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Results are there to be read, from any site. */
export const openToOtherSites: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (OURS_ALONE.test(c.req.path)) return next();
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  await next();
  // On the response itself: headers that are set before it would make it a new one, with its stream wrapped.
  for (const [name, value] of Object.entries(READABLE_ANYWHERE)) c.res.headers.set(name, value);
});
