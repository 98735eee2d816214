/** Accounts on a test's database, and browsers with cookies that call their routes. */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { type Instant, instantOf } from '../../src/core/ist-time.ts';
import { accountRoutes } from '../../src/server/api/accounts.ts';
import { errorResponse } from '../../src/server/api/refusals.ts';
import type { Auth, AuthEnv } from '../../src/server/auth/auth-env.ts';
import { createAuth, findSetupCode } from '../../src/server/auth/create-auth.ts';
import { refuseCrossSite, requireStaff } from '../../src/server/auth/guards.ts';
import type { SignupMode } from '../../src/server/config.ts';
import { networkOf, wideNetworkOf } from '../../src/server/http/ip-address.ts';
import type { Log } from '../../src/server/log.ts';
import { invitationMail, newAccountMail, passwordResetMail } from '../../src/server/mail/templates.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';

export const BASE_URL = 'http://localhost:4500';
export const OWNER = { email: 'asha@example.org', password: 'seven green parrots' };

/** A client with this address. */
export const at = (address: string) => ({
  address,
  network: networkOf(address),
  wideNetwork: wideNetworkOf(address),
});
export const ON_THE_SERVER = at('127.0.0.1');
export const ELSEWHERE = at('203.0.113.7');
const SECRET = 'a secret for tests that is long enough';

export interface AuthSite {
  auth: Auth;
  database: Database;
  /** The errors that were logged. */
  errors: unknown[];
  /** The warnings that were logged. */
  warnings: unknown[];
  wait(milliseconds: number): void;
  browser(client?: Client): Browser;
  /** Returns the text of the newest mail to an address. */
  mailTo(email: string): Promise<string>;
  actions(): Promise<string[]>;
}

type Client = AuthEnv['Bindings']['client'];

export interface AuthSiteOptions {
  signup?: SignupMode;
  baseUrl?: string;
  /** Uses the clock of the database, from which the machine's differs. */
  followsDatabase?: boolean;
}

export async function createAuthSite(
  database: Database,
  { signup = 'first', baseUrl = BASE_URL, followsDatabase = false }: AuthSiteOptions = {},
): Promise<AuthSite> {
  let time: Instant = instantOf('2026-11-15', '09:00');
  const errors: unknown[] = [];
  const warnings: unknown[] = [];
  const ignore = () => {};
  const log: Log = {
    debug: ignore,
    info: ignore,
    warn: (...entry) => warnings.push(entry),
    error: (...entry) => errors.push(entry),
  };
  const auth = createAuth({
    services: {
      database,
      clock: { now: () => time },
      ...(followsDatabase && { readDatabaseTime: async () => time }),
      randomBytes,
      publicLog: { baseUrl: 'http://localhost', beaconChain: null },
      changed: async () => {},
    },
    log,
    baseUrl,
    secret: SECRET,
    signup,
    mails: { invitation: invitationMail, newAccount: newAccountMail, passwordReset: passwordResetMail },
    mailQueued: ignore,
    machineClock: { now: () => Date.now() },
    passwordCost: { memoryCost: 8, timeCost: 1 },
  });
  return {
    auth,
    database,
    errors,
    warnings,
    wait: (milliseconds) => {
      time += milliseconds;
    },
    browser: (client = ON_THE_SERVER) => new Browser(auth, baseUrl, client),
    async mailTo(email) {
      const mail = await database.db
        .selectFrom('mails')
        .select('text')
        .where('recipient', '=', email)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return mail.text;
    },
    async actions() {
      const rows = await database.db.selectFrom('activity').select('action').orderBy('id').execute();
      return rows.map(({ action }) => action);
    },
  };
}

/** The routes under test, and two guarded ones. */
const app = new Hono<AuthEnv>()
  .use(refuseCrossSite)
  .route('/', accountRoutes)
  .all('/guarded/staff', requireStaff(), (c) => c.json(c.var.staff))
  .all('/guarded/admin', requireStaff('admin'), (c) => c.json(c.var.staff))
  .onError(errorResponse);

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #auth: Auth;
  readonly #baseUrl: string;
  client: Client;

  constructor(auth: Auth, baseUrl: string, client: Client) {
    this.#auth = auth;
    this.#baseUrl = baseUrl;
    this.client = client;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, null, headers);
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('POST', path, JSON.stringify(body), {
      'Content-Type': 'application/json',
      Origin: this.#baseUrl,
      ...headers,
    });
  }

  signIn({ email, password }: { email: string; password: string } = OWNER): Promise<Response> {
    return this.post('/api/auth/sign-in/email', { email, password });
  }

  /** Sends the setup code while it is needed, unless `more` has another. */
  async signUp(more: object = {}): Promise<Response> {
    const setupCode = (await findSetupCode(this.#auth)) ?? undefined;
    return this.post('/api/auth/sign-up/email', { ...OWNER, setupCode, ...more });
  }

  /** Returns the status of a staff route: 200 if signed in. */
  async staffStatus(): Promise<number> {
    return (await this.get('/guarded/staff')).status;
  }

  async send(
    method: string,
    path: string,
    body: string | null,
    headers: Record<string, string>,
  ): Promise<Response> {
    const request = new Request(`${this.#baseUrl}${path}`, { method, body, headers: this.headers(headers) });
    const { signal } = request;
    const response = await app.fetch(request, { auth: this.#auth, client: this.client, signal });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    return response;
  }

  headers(more: Record<string, string> = {}): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Headers({ ...more, ...(cookie && { Cookie: cookie }) });
  }

  #storeCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export async function signUpOwner(site: AuthSite): Promise<{ owner: Browser; id: string }> {
  const owner = site.browser();
  await owner.signUp();
  const { id } = await (await owner.get('/guarded/staff')).json();
  return { owner, id };
}
