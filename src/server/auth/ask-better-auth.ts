/** Calls Better Auth with a request that holds only checked values, and turns its errors into ours. */
import type { Context } from 'hono';
import type { AuthEnv } from './auth-env.ts';
import { CLIENT_ADDRESS_HEADER } from './better-auth.ts';
import { accountProblemResponse, readRefusal } from './refusals.ts';

const LONGEST_USER_AGENT = 300;

/** `path` is Better Auth's, below `/api/auth`. */
export async function askBetterAuth(c: Context<AuthEnv>, path: string, body?: object): Promise<Response> {
  const { auth } = c.env;
  const answer = await auth.betterAuth.handle(
    new Request(`${auth.accounts.baseUrl}/api/auth${path}`, {
      method: c.req.method,
      headers: headersFor(c),
      ...(c.req.method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    }),
  );
  if (answer.ok) return answer;
  const refusal = await readRefusal(answer);
  if (refusal.code === 'internal') auth.log.error('better-auth failed', { path, status: answer.status });
  return accountProblemResponse(refusal, answer.headers.getSetCookie());
}

/** The guard has turned foreign origins away; Better Auth wants to see one on every write, so it sees ours. */
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
