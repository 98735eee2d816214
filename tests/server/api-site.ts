/** A running server with people of every kind who call its API over HTTP. */
import { createTestDatabase } from '../support/postgres.ts';
import { type ProcessOptions, type RunningServer, startServer } from '../support/server.ts';

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
const EDITOR = { email: 'meera@example.org', password: 'nine quiet boats' };
const DISABLED = { email: 'ravi@example.org', password: 'four slow trains' };

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Somebody who calls: with a session or without, from our own pages or from another site. */
type Caller = (method: string, path: string, call?: Call) => Promise<Response>;

export interface ApiSite {
  server: RunningServer;
  anonymous: Caller;
  admin: Caller;
  editor: Caller;
  /** Had signed in when the account was disabled. */
  disabled: Caller;
  /** The Admin's own browser, on a page of somebody else's. */
  foreign: Caller;
  stop(): Promise<void>;
}

/** The whole site, for the price of a few passwords: tests of one file share it. */
export async function openApiSite(
  env: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<ApiSite> {
  const server = await startServer(
    {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
      ...env,
    },
    options,
  );
  const callerWith = (more: Record<string, string>): Caller => callServer(server.url, more);
  const anonymous = callerWith({});
  const signIn = async (account: typeof ADMIN): Promise<Record<string, string>> => {
    const answer = await anonymous('POST', '/api/auth/sign-in/email', { body: account });
    if (!answer.ok) throw new Error(`${account.email} cannot sign in: ${await answer.text()}`);
    return {
      Cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    };
  };
  const adminSession = await signIn(ADMIN);
  const admin = callerWith(adminSession);
  await admin('POST', '/api/admin/users', { body: { ...EDITOR, role: 'editor' } });
  const added = await admin('POST', '/api/admin/users', { body: { ...DISABLED, role: 'admin' } });
  const disabledSession = await signIn(DISABLED);
  await admin('PATCH', `/api/admin/users/${(await added.json()).id}`, { body: { disabled: true } });
  return {
    server,
    anonymous,
    admin,
    editor: callerWith(await signIn(EDITOR)),
    disabled: callerWith(disabledSession),
    foreign: callerWith({ ...adminSession, Origin: 'https://elsewhere.example' }),
    stop: async () => void (await server.stop()),
  };
}

/** The same on PostgreSQL. */
export async function openApiSiteOnPostgres(env: Record<string, string> = {}): Promise<ApiSite> {
  const database = await createTestDatabase();
  const site = await openApiSite({
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret of the tests that is long enough',
    ...env,
  });
  return {
    ...site,
    async stop() {
      await site.stop();
      await database.drop();
    },
  };
}

const callServer =
  (url: string, always: Record<string, string>): Caller =>
  (method, path, { body, headers } = {}) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { Origin: url }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...always,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

/** Every route of the router, as `GET /api/draws/:drawNo`; what stands before all methods is no route. */
export const routeNames = (routes: readonly { method: string; path: string }[]): string[] =>
  [
    ...new Set(
      routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
    ),
  ].sort();
