/** Calls Better Auth with validated values only, and turns its errors into problems. */
import type { Context } from 'hono';
import type { AuthEnv } from './auth-env.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';
import { accountProblemResponse, readRefusal } from './refusals.ts';

const LONGEST_USER_AGENT = 300;

/** `path` is below `/api/auth`. */
export async function callBetterAuth(c: Context<AuthEnv>, path: string, body?: object): Promise<Response> {
  const { auth } = c.env;
  const betterAuth = await auth.betterAuth();
  const response = await betterAuth.handle(
    new Request(`${auth.accounts.baseUrl}/api/auth${path}`, {
      method: c.req.method,
      headers: headersFor(c),
      ...(c.req.method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    }),
  );
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (refusal.code === 'internal') auth.log.error('better-auth failed', { path, status: response.status });
  return accountProblemResponse(refusal, response.headers.getSetCookie());
}

/** Better Auth requires an `Origin` on writes. `refuseCrossSite` has checked the real one, so ours is sent. */
function headersFor(c: Context<AuthEnv>): Headers {
  const headers = new Headers({
    'Content-Type': 'application/json',
    Origin: c.env.auth.accounts.baseUrl,
    'User-Agent': (c.req.header('User-Agent') ?? '').slice(0, LONGEST_USER_AGENT),
    [CLIENT_ADDRESS_HEADER]: c.env.client.address,
  });
  const cookie = c.req.header('Cookie');
  if (cookie !== undefined) headers.set('Cookie', cookie);
  return headers;
}
