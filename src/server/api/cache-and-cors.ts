/** Middleware that sets `Cache-Control` and CORS headers. */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';

/** Shared caches may store the response for `seconds`; browsers revalidate it each time. */
export const cacheFor = (seconds: number): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    await next();
    if (c.res.ok) c.res.headers.set('Cache-Control', `public, max-age=0, s-maxage=${seconds}`);
  });

export const noStore: MiddlewareHandler = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

/** Routes for staff and routes that write are only for our own pages. */
const SAME_ORIGIN_ONLY = /^\/api\/((admin|auth|contact)(\/|$)|push$)/;

const handlePreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  allowHeaders: ['If-None-Match', 'Last-Event-ID'],
  maxAge: 86_400,
});

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Content-Disposition, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Lets pages of any site read the public API. */
export const allowCrossOrigin: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (SAME_ORIGIN_ONLY.test(c.req.path)) return next();
  if (c.req.method === 'OPTIONS') return handlePreflight(c, next);
  await next();
  // Set on the response: Hono would copy the response and wrap its stream for headers that are set earlier.
  for (const [name, value] of Object.entries(CORS_HEADERS)) c.res.headers.set(name, value);
});
