/** A refused request writes nothing and waits for no other writer. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { contactMailsFor } from '../../src/server/mail/templates.ts';
import { receiveContact } from '../../src/server/services/content/contacts.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { REFUSALS, repeat } from './auth-refusals.ts';
import { createAuthSite, ELSEWHERE } from './auth-site.ts';

const REFUSED_ATTEMPTS = 5;

/** Reads everything in the database, and on SQLite the number of rows written over this connection. */
async function readEverything(database: Database): Promise<Record<string, unknown>> {
  const { kind } = database;
  const db = kyselyOf(database);
  const names =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() order by table_name`;
  const contents: Record<string, unknown> = {};
  for (const { name } of (await names.execute(db)).rows) {
    const rowVersion = sql.raw(kind === 'sqlite' ? 'null' : 'xmin::text');
    const { rows } = await sql`select ${rowVersion} as row_version, t.* from ${sql.table(name)} as t`.execute(
      db,
    );
    contents[name] = rows;
  }
  if (kind === 'sqlite') contents['changes'] = (await sql`select total_changes() as n`.execute(db)).rows;
  return contents;
}

/** Locks the database against writes during an action. */
async function whileWritesAreBlocked(other: Database, action: () => Promise<void>): Promise<void> {
  const db = kyselyOf(other);
  await db.transaction().execute(async (tx) => {
    if (other.kind === 'postgres') {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const tables = await db.introspection.getTables();
      const list = sql.join(tables.map(({ name }) => sql.table(name)));
      await sql`lock table ${list} in exclusive mode`.execute(tx);
    }
    await action();
  });
}

describeOnBothDatabases('refused', (engine) => {
  const refusals = Object.entries(REFUSALS).filter(
    ([, { isOnBoth = false }]) => isOnBoth || engine.kind === 'sqlite',
  );

  test.each(refusals)('%s: nothing is written', async (_, { status, signup, prepare }) => {
    const location = await engine.newLocation();
    const site = await createAuthSite(await engine.open(location), signup && { signup });
    const attempt = await prepare(site);
    const other = await engine.open(location);
    const before = await readEverything(site.database);
    await whileWritesAreBlocked(other, async () => {
      const attempts = Array.from({ length: REFUSED_ATTEMPTS }, (_unused, index) => attempt(index));
      const statuses = (await Promise.all(attempts)).map((response) => response.status);
      expect(statuses).toEqual(Array<number>(REFUSED_ATTEMPTS).fill(status));
    });
    expect(await readEverything(site.database)).toEqual(before);
    expect(site.errors).toEqual([]);
  });

  test('messages: nothing is written', async () => {
    const location = await engine.newLocation();
    const site = await createAuthSite(await engine.open(location));
    const form = {
      name: 'Ravi',
      phone: '',
      email: 'ravi@example.org',
      message: 'Hello',
      consent: true as const,
    };
    const mails = contactMailsFor('https://results.example');
    const send = () => receiveContact(site.auth.accounts, form, { ...ELSEWHERE, mails });
    await repeat(5, send);
    const before = await readEverything(site.database);
    await whileWritesAreBlocked(await engine.open(location), () =>
      repeat(REFUSED_ATTEMPTS, async () => {
        await expect(send()).rejects.toThrow('Too many messages');
      }),
    );
    expect(await readEverything(site.database)).toEqual(before);
  });
});
