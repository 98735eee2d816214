/** Sends requests to a server that may be killed at any moment. */
const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

/** Settings of the server: the first account, a trusted proxy, and no scheduled backups. */
export const SITE = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BACKUP_EVERY_HOURS: '0',
  TRUST_PROXY: '127.0.0.1',
};

/** The server responded with an error, which is wrong unless it is stopping. */
export class UnexpectedResponse extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

export interface Client {
  url: string;
  cookie: string;
}

/** Throws if there is no response, or one with an error. */
export async function call(
  { url, cookie }: Client,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new UnexpectedResponse(response.status, await response.text());
  return response;
}

/** Returns the cookies of a new session. */
export async function signIn(url: string): Promise<string> {
  const response = await call({ url, cookie: '' }, 'POST', '/api/auth/sign-in/email', { body: ADMIN });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
