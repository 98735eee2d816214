/** A site with rows in every table, and functions to read, damage and reseal its copies. */
import { expect } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { instantOf } from '../../src/core/ist-time.ts';
import { type Backups, type BackupsParts, createBackups } from '../../src/server/backup/backups.ts';
import type { Facts } from '../../src/server/backup/facts.ts';
import {
  checksumText,
  keyIdOf,
  type Manifest,
  sealText,
  writeManifest,
} from '../../src/server/backup/manifest.ts';
import { systemTimers } from '../../src/server/clock.ts';
import type { Log } from '../../src/server/log.ts';
import { contactMailsFor } from '../../src/server/mail/templates.ts';
import { receiveContact } from '../../src/server/services/content/contacts.ts';
import { createFaq } from '../../src/server/services/content/faqs.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { enqueueMail } from '../../src/server/storage/operations/mails-store.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { createContext, EDITOR, newDrawFor, TODAY } from './services-context.ts';
import { draftsAndResults, seedDraws } from './storage-seed.ts';

export const NOON = instantOf(TODAY, '12:00');
/** The key that seals the copies of the site. */
export const KEY = 'a key of this installation';
export const ADMIN = { id: 'admin-1', name: 'Asha' };
export const MACHINE = 'here';

/** Five draws a day, by default more than a batch of rows; a site of few days has fewer draws than a longer one, and the same other rows. */
export async function fillSite(database: Database, days = 110): Promise<void> {
  const context = createContext(database);
  await seedDraws(database, draftsAndResults('2025-01-01', days));
  await createDraw(context, newDrawFor('10:00', '12345', { published: true }), EDITOR);
  // Characters that some parsers treat as line breaks.
  await createArticle(
    context,
    { title: 'സ്വർണ്ണ', body: 'One\u2028two\n"three"\\n\t', author: 'Desk' },
    EDITOR,
  );
  await createFaq(context, { question: 'When?', answer: 'At ten.', order: 1 }, EDITOR);
  const form = {
    name: 'Eve',
    phone: '+91 471 1',
    email: 'eve@example.org',
    message: 'Hi',
    consent: true,
  } as const;
  await receiveContact(context, form, {
    network: '192.0.2.1',
    wideNetwork: '192.0.2.1',
    mails: contactMailsFor('https://results.example'),
  });
  await database.write(async (tx) => {
    await enqueueMail(tx, { to: 'asha@example.org', subject: 'Hi', text: 'Hi', html: null }, NOON);
    const date = (text: string) => (database.kind === 'sqlite' ? text : new Date(text));
    const flag = (value: boolean) => (database.kind === 'sqlite' ? (Number(value) as 0 | 1) : value);
    const createdAt = date('2026-11-15T03:00:00.123Z');
    const dates = { createdAt, updatedAt: createdAt };
    await tx
      .insertInto('user')
      .values({
        ...{ id: 'u1', name: 'Asha', email: 'asha@example.org', emailVerified: flag(true), image: null },
        ...{ twoFactorEnabled: null, role: 'admin', disabled: flag(false), ...dates },
      })
      .execute();
    const agent = { ipAddress: null, userAgent: 'Chrome' };
    await tx
      .insertInto('session')
      .values({ id: 's1', token: 't1', userId: 'u1', expiresAt: createdAt, ...agent, ...dates })
      .execute();
  });
}

/** Reads every row of every table. */
export async function readEverything(database: Database): Promise<Record<string, unknown[]>> {
  const { kind } = database;
  const db = kyselyOf(database);
  const tables =
    kind === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const names = (await tables.execute(db)).rows
    .map(({ name }) => name)
    .filter((name) => !/^kysely_/.test(name));
  const everything: Record<string, unknown[]> = {};
  for (const name of names.sort()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    everything[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return everything;
}

const ignore = () => {};
export const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export const makeBackups = (
  database: Database,
  location: DatabaseLocation,
  folder: string,
  more: Partial<BackupsParts> = {},
): Backups =>
  createBackups({
    ...{
      database,
      location,
      folder,
      scratchFolder: join(folder, '..'),
      key: KEY,
      hostName: MACHINE,
      everyHours: 6,
      log: SILENT,
      timers: systemTimers,
    },
    clock: { now: () => NOON },
    ...more,
  });

export function flipByte(file: string, place: number): void {
  const bytes = readFileSync(file);
  const at = Math.floor(place * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  writeFileSync(file, bytes);
}

export const scratchFor = (location: DatabaseLocation, folder: string) => ({
  location,
  scratchFolder: join(folder, 'scratch'),
  trust: { key: KEY, acceptOthers: false },
});

export interface Forgery {
  /** The key of the seal; by default that of this installation. */
  key?: string;
  /** The key that the manifest names as its own. */
  claimedKey?: string;
  change?: (manifest: Manifest) => void;
}

/** Writes the manifest of a copy again, with the checksum that the file has now. */
export function resealCopy(
  copy: string,
  { key = KEY, claimedKey = key, change = () => {} }: Forgery = {},
): void {
  const { manifest }: { manifest: Manifest } = JSON.parse(readFileSync(`${copy}.json`, 'utf8'));
  manifest.bytes = statSync(copy).size;
  manifest.sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(copy)).digest('hex');
  change(manifest);
  const text = JSON.stringify(manifest);
  const sealed = { checksum: checksumText(text), keyId: keyIdOf(claimedKey), seal: sealText(key, text) };
  writeFileSync(`${copy}.json`, JSON.stringify({ manifest, ...sealed }));
}

/** Writes a manifest of the older format, which had no key. */
export function sealWithoutKey(copy: string): void {
  const { manifest } = JSON.parse(readFileSync(`${copy}.json`, 'utf8'));
  writeFileSync(`${copy}.json`, JSON.stringify({ manifest, seal: checksumText(JSON.stringify(manifest)) }));
}

/** Writes the manifest of a copy, sealed with a key. */
export async function writeSealed(
  copy: string,
  format: Manifest['format'],
  facts: Facts,
  key: string,
): Promise<void> {
  const madeAt = new Date(NOON).toISOString();
  const manifest = {
    product: 'swarna-chakra',
    file: 'copy',
    format,
    madeAt,
    bytes: 0,
    sha256: '',
    facts,
  } as const;
  await writeManifest(copy, manifest, key);
  resealCopy(copy, { key });
}

/** Leaves out what a restore changes: the epoch, and the entry of the running backup with its feed rows. */
export function withoutRestoreChanges({
  backups: _,
  feed = [],
  feed_state,
  ...others
}: Record<string, unknown[]>) {
  return {
    ...others,
    feed: feed.filter((row) => !isOfBackup(row)),
    feed_state: feed_state?.map((row) => String(row).replace(/"epoch":"[^"]*"|"head":\d+/g, '')),
  };
}

export const isOfBackup = (row: unknown): boolean => String(row).includes('"table_name":"backups"');

export async function withDatabase<Result>(
  location: DatabaseLocation,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(location);
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

/** Creates a site with a backup, and returns its content. */
export async function makeSiteWithBackup(location: DatabaseLocation, folder: string) {
  const database = await openDatabase(location);
  await fillSite(database);
  const before = await readEverything(database);
  const { epoch, admin } = await readFeedState(database.db);
  const backup = await makeBackups(database, location, folder).run(ADMIN);
  expect(backup).toMatchObject({ status: 'verified', error: null });
  await database.close();
  return { file: backup.file, before, epoch, head: admin.head };
}
