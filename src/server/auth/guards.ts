/** Middleware that decides who may call a route, and from which site. */
import { createMiddleware } from 'hono/factory';
import type { Role } from '../../contract/users.ts';
import { AppError } from '../errors.ts';
import type { AuthEnv } from './auth-env.ts';
import { isCrossSite } from './origins.ts';
import { findSession, sendCookies } from './sessions.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** Responses below these paths belong to one account, so other sites must not read them. */
export const isForStaff = (path: string): boolean => /^\/api\/(admin|auth)(\/|$)/.test(path);

/** Refuses requests that another site made a browser send: all writes, and reads of account data. */
export const refuseCrossSite = createMiddleware<AuthEnv>(async (c, next) => {
  const isOurs = isForStaff(c.req.path);
  const isGuarded = isOurs || !READS.includes(c.req.method);
  if (isGuarded && isCrossSite(c.req.raw.headers, c.env.auth.origins)) throw new AppError('cross-site');
  await next();
  if (isOurs) c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
});

/** Requires a session of staff, or of an Admin, and sets `staff` for the route. */
export const requireStaff = (role: Role = 'editor') =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const session = await findSession(c.env.auth, c.req.raw.headers, { refresh: true });
    if (!session) throw new AppError('unauthenticated');
    if (role === 'admin' && session.staff.role !== 'admin') throw new AppError('forbidden');
    c.set('staff', session.staff);
    await next();
    // Set on the response: `c.header` would wrap the body of a stream again.
    c.res.headers.set('Cache-Control', 'no-store');
    sendCookies(c.res, session.cookies);
  });
