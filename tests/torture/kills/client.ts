/** Calls a server that may be killed at any moment, and tells answers from silence. */
const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

/** For the server: the first account, one proxy whose addresses are believed, and no backups of its own. */
export const SITE = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BACKUP_EVERY_HOURS: '0',
  TRUST_PROXY: '127.0.0.1',
};

/** The server is up and refuses: that is a fault of its own, unless it was told to stop. */
export class UnexpectedAnswer extends Error {
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

/** Throws where there is no answer, or another one than asked for. */
export async function call(
  { url, cookie }: Client,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new UnexpectedAnswer(answer.status, await answer.text());
  return answer;
}

/** Returns the cookies of a new session. */
export async function signIn(url: string): Promise<string> {
  const answer = await call({ url, cookie: '' }, 'POST', '/api/auth/sign-in/email', { body: ADMIN });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
