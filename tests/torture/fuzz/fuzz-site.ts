/** A site under test: its server, database and accounts, and a fingerprint of its tables. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { SLOTS, slotIndex } from '../../../src/core/slots.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { createTestDatabase, queryPostgres } from '../../support/postgres.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { startServer } from '../../support/server.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
const EDITOR = { email: 'meera@example.org', password: 'nine quiet boats' };

/** Who sends a request. `spare` is an account that requests may change. */
export const CALLERS = [
  'anonymous',
  'admin',
  'editor',
  'spare',
  'expired',
  'forged',
  'foreign',
  'crossSite',
] as const;
export type Caller = (typeof CALLERS)[number];

export interface FuzzSite {
  kind: DatabaseKind;
  server: RunningServer;
  mail: MailServer;
  known: KnownValues;
  /** The session cookie of each caller; empty: none. */
  cookies: Record<Caller, string>;
  /** Changes with every change of content or accounts, but not with rate limits and sessions. */
  readFingerprint(): Promise<string>;
  stop(): Promise<void>;
}

export async function openFuzzSite(kind: DatabaseKind): Promise<FuzzSite> {
  const dataDir = makeDataDir();
  const mail = await startMailServer();
  const database = kind === 'postgres' ? await createTestDatabase() : null;
  const cleanUp = async () => {
    await mail.stop();
    await database?.release();
    dataDir.remove();
  };
  try {
    const server = await startServer({
      DATA_DIR: dataDir.path,
      ...(database && { DATABASE_URL: database.url }),
      AUTH_SECRET: `a secret of the ${kind} site that is long enough`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SIGNUP: 'open',
      SMTP_URL: mail.url,
      BACKUP_EVERY_HOURS: '0',
      TRUST_PROXY: '127.0.0.1',
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
      PUSH_HOSTS: '127.0.0.1',
    });
    const stop = async () => {
      await server.stop();
      await cleanUp();
    };
    try {
      const accounts = await createAccounts(server.url);
      const file = join(dataDir.path, 'swarna-chakra.db');
      return {
        kind,
        server,
        mail,
        known: createKnownValues((id) => accounts.ids.has(id)),
        cookies: accounts.cookies,
        readFingerprint: async () =>
          JSON.stringify(database ? await queryPostgres(database.url, FINGERPRINT) : readSqlite(file)),
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

interface Accounts {
  cookies: Record<Caller, string>;
  /** The ids of the accounts that requests must not change. */
  ids: Set<string>;
}

type Call = (method: string, path: string, cookie: string, body?: object) => Promise<Response>;

async function createAccounts(url: string): Promise<Accounts> {
  const call: Call = (method, path, cookie, body) =>
    fetch(url + path, {
      method,
      headers: { Origin: url, Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signIn = async (account: typeof ADMIN): Promise<string> => {
    const response = await call('POST', '/api/auth/sign-in/email', '', account);
    if (!response.ok) throw new Error(`${account.email} cannot sign in: ${await response.text()}`);
    return cookiesOf(response.headers);
  };
  const admin = await signIn(ADMIN);
  await call('POST', '/api/admin/users', admin, { ...EDITOR, role: 'editor' });
  const editor = await signIn(EDITOR);
  const expired = await signIn(EDITOR);
  await call('POST', '/api/auth/sign-out', expired, {});
  const ids = await Promise.all(
    [admin, editor].map(async (cookie) => (await (await call('GET', '/api/admin/me', cookie)).json()).id),
  );
  await proposeDraws(call, { admin, editor });
  const cookies = { anonymous: '', admin, editor, spare: '', expired, crossSite: admin };
  return { cookies: { ...cookies, forged: forge(admin), foreign: '' }, ids: new Set(ids) };
}

/** Draws that wait for approval: requests alone seldom turn it on, propose a draw and decide about it. */
async function proposeDraws(
  call: Call,
  { admin, editor }: Pick<Record<Caller, string>, 'admin' | 'editor'>,
): Promise<void> {
  const path = '/api/admin/settings';
  const settings = await (await call('GET', path, admin)).json();
  const saved = await call('PUT', path, admin, { ...settings, approval: 'entered' });
  if (!saved.ok) throw new Error(`approval cannot be turned on: ${await saved.text()}`);
  const digits = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5' };
  for (const slot of SLOTS) {
    const draw = { date: '2026-01-01', slot, drawNo: `WAITS-${slotIndex(slot)}`, ...digits };
    const created = await call('POST', '/api/admin/draws', editor, draw);
    if (!created.ok) throw new Error(`a draw cannot be proposed: ${await created.text()}`);
  }
  await call('PUT', path, admin, settings);
}

export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Changes the first character of the signature. */
const forge = (cookie: string): string =>
  cookie.replace(/(session_token=\w+\.)(.)/, (_, start, letter) => start + (letter === 'a' ? 'b' : 'a'));

const COUNTED = ['contact_messages', 'activity', 'user', 'account', 'account_tokens'];
const VERSIONED = ['draws', 'news_posts', 'faqs', 'settings', 'webhooks'];
/** Appended at any time, when a message to a webhook was sent. */
const OF_WEBHOOKS = `select count(*) from feed where table_name = 'webhooks'`;

const FINGERPRINT = [
  ...COUNTED.map(
    (table) => `select '${table}' as name, count(*) as rows_kept, 0 as versions from "${table}"`,
  ),
  ...VERSIONED.map((table) => `select '${table}', count(*), coalesce(sum(version), 0) from "${table}"`),
  `select 'feed', count(*), 0 from feed where table_name <> 'webhooks'`,
  `select 'feed_state', head - (${OF_WEBHOOKS}), public_head from feed_state`,
  `select 'running backups', count(*), 0 from backups where status = 'running'`,
].join(' union all ');

function readSqlite(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.query(FINGERPRINT).all();
  } finally {
    database.close();
  }
}
