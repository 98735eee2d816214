/** A running server with clients of every role that call its API over HTTP. */
import { afterAll, beforeAll, describe } from 'bun:test';
import type { DatabaseKind } from '../../src/contract/health.ts';
import { createTestDatabase } from '../support/postgres.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
const EDITOR = { email: 'meera@example.org', password: 'nine quiet boats' };
const DISABLED = { email: 'ravi@example.org', password: 'four slow trains' };

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request with or without a session, from our own origin or another. */
type Client = (method: string, path: string, call?: Call) => Promise<Response>;

export interface ApiSite<Server extends RunningServer = RunningServer> {
  server: Server;
  anonymous: Client;
  admin: Client;
  editor: Client;
  /** Has the session of an account that was disabled after its sign-in. */
  disabled: Client;
  /** Has the Admin's session, but another origin. */
  foreign: Client;
  stop(): Promise<void>;
}

export const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BACKUP_EVERY_HOURS: '0',
};

/** Starts a server and signs in every client; the tests of one file share it. */
export const openApiSite = async (env: Record<string, string> = {}): Promise<ApiSite> =>
  signInTo(await startServer({ ...SETTINGS, ...env }));

/** Signs in every client of a server that was started with `SETTINGS`. */
export async function signInTo<Server extends RunningServer>(server: Server): Promise<ApiSite<Server>> {
  const clientWith = (more: Record<string, string>): Client => callServer(server.url, more);
  const anonymous = clientWith({});
  const signIn = async (account: typeof ADMIN): Promise<Record<string, string>> => {
    const response = await anonymous('POST', '/api/auth/sign-in/email', { body: account });
    if (!response.ok) throw new Error(`${account.email} cannot sign in: ${await response.text()}`);
    return {
      Cookie: response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    };
  };
  const adminSession = await signIn(ADMIN);
  const admin = clientWith(adminSession);
  await admin('POST', '/api/admin/users', { body: { ...EDITOR, role: 'editor' } });
  const added = await admin('POST', '/api/admin/users', { body: { ...DISABLED, role: 'admin' } });
  const disabledSession = await signIn(DISABLED);
  await admin('PATCH', `/api/admin/users/${(await added.json()).id}`, { body: { disabled: true } });
  return {
    server,
    anonymous,
    admin,
    editor: clientWith(await signIn(EDITOR)),
    disabled: clientWith(disabledSession),
    foreign: clientWith({ ...adminSession, Origin: 'https://elsewhere.example' }),
    stop: async () => void (await server.stop()),
  };
}

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
      await database.release();
    },
  };
}

interface SiteOptions {
  env?: Record<string, string>;
  prepare?: (site: ApiSite) => Promise<void>;
}

const ENGINES = { sqlite: openApiSite, postgres: openApiSiteOnPostgres };

/** Runs the tests with a server that they share. */
export function describeOnSite(
  { env = {}, prepare }: SiteOptions,
  tests: (site: ApiSite) => void,
  kind: DatabaseKind = 'sqlite',
): void {
  describe(`on ${kind}`, () => {
    const site = {} as ApiSite;
    beforeAll(async () => {
      Object.assign(site, await ENGINES[kind](env));
      await prepare?.(site);
    });
    afterAll(() => site.stop());
    tests(site);
  });
}

/** Runs the tests with a server on each database. */
export function describeOnBothSites(
  options: SiteOptions,
  tests: (site: ApiSite, kind: DatabaseKind) => void,
): void {
  for (const kind of ['sqlite', 'postgres'] as const)
    describeOnSite(options, (site) => tests(site, kind), kind);
}

const callServer =
  (url: string, always: Record<string, string>): Client =>
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

/**
 * Every route of the router, as `GET /api/draws/:drawNo`, without regular expressions of parameters; middleware has
 * the method ALL and is left out.
 */
export const routeNames = (routes: readonly { method: string; path: string }[]): string[] =>
  [
    ...new Set(
      routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path.replace(/\{.+\}/, '')}`),
    ),
  ].sort();
