/** Automation on a database that fails or does not respond: it cancels the step, logs it once, and tries again. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { startAutomation } from './automation-site.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';

const DUE = instantOf(TODAY, '10:15');

/** Opens a transaction that blocks every other writer until the returned function is called. */
async function blockWriters(database: Database): Promise<() => Promise<void>> {
  const began = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = database.write(async (tx) => {
    // PostgreSQL would end it after a second, which is short on a busy machine.
    if (database.kind === 'postgres')
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    began.resolve();
    await end.promise;
  });
  await began.promise;
  return async () => {
    end.resolve();
    await transaction;
  };
}

/** Starts automation a few seconds before the draw is due. */
async function startBeforeDue(engine: TestEngine) {
  const location = await engine.newLocation();
  const site = await startAutomation(engine, DUE - MINUTE, { location });
  await createDraw(site.services, newDrawFor('10:00', '12345'), EDITOR);
  await site.advanceBy(50 * SECOND);
  // SQLite has one connection, which is blocked; on PostgreSQL another node holds the lock.
  const other = engine.kind === 'sqlite' ? site.services.database : await engine.open(location);
  return {
    ...site,
    block: () => blockWriters(other),
    /** Advances the clock without waiting for what the timers start, which may never settle. */
    async pass(milliseconds: number): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += SECOND) {
        void site.advanceBy(SECOND);
        await Bun.sleep(10);
      }
    },
    /** Advances the clock in real time, because the database needs it, until the condition is true. */
    async waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
      const deadline = performance.now() + 15 * SECOND;
      while (!(await isTrue()) && performance.now() < deadline) {
        void site.advanceBy(20);
        await Bun.sleep(20);
      }
    },
    hasPublished: (count: number) => async () => (await site.published()).length === count,
    logged: (text: string): number => site.lines.filter((line) => line.includes(text)).length,
  };
}

/** Makes every update of the draw of a slot fail, until the returned function is called. */
async function breakDraw(database: Database, slot: string): Promise<() => Promise<void>> {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(kyselyOf(database));
  };
  if (database.kind === 'sqlite') {
    await run(`create trigger broken_draw before update on draws when old.slot = '${slot}'
      begin select raise(abort, 'broken on purpose'); end`);
    return () => run('drop trigger broken_draw');
  }
  await run(
    `create function break_draw() returns trigger language plpgsql as
      $$ begin raise exception 'broken on purpose'; end $$`,
    `create trigger broken_draw before update on draws for each row
      when (old.slot = '${slot}') execute function break_draw()`,
  );
  return () => run('drop trigger broken_draw on draws', 'drop function break_draw');
}

describeOnBothDatabases('a draw that cannot be published', (engine) => {
  test('does not stop the others, and is published as soon as possible', async () => {
    const site = await startAutomation(engine, instantOf(TODAY, '12:20'));
    for (const [slot, digits] of [
      ['10:00', '12345'],
      ['12:00', '54321'],
    ] as const)
      await createDraw(site.services, newDrawFor(slot, digits), EDITOR);
    const repair = await breakDraw(site.services.database, '10:00');
    await site.advanceBy(3 * SECOND);
    expect(await site.published()).toEqual(['12:00 at 12:20']);
    expect(site.automation.failingSince()).toBeGreaterThanOrEqual(instantOf(TODAY, '12:20'));
    await repair();
    await site.advanceBy(2 * SECOND);
    expect(site.automation.failingSince()).toBeNull();
    expect(await site.published()).toEqual(['10:00 at 12:20', '12:00 at 12:20']);
    expect(site.lines.filter((line) => line.includes('automation failed'))).toHaveLength(1);
  });
});

describeOnBothDatabases('a step that does not end', (engine) => {
  test('is cancelled and logged once, and the next step publishes once', async () => {
    const site = await startBeforeDue(engine);
    const unblock = await site.block();
    await site.pass(25 * SECOND);
    expect(site.logged('automation failed')).toBe(1);
    await unblock();
    await site.waitUntil(site.hasPublished(1));
    expect(await site.published()).toEqual(['10:00 at 10:15']);
    // The cancelled steps have ended by now, and automation continues.
    await createDraw(site.services, newDrawFor('12:00', '54321'), EDITOR);
    await site.advanceTo(instantOf(TODAY, '12:15'));
    expect(await site.published()).toEqual(['10:00 at 10:15', '12:00 at 12:15']);
    const actions = (await site.activity()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'Published result')).toHaveLength(2);
    expect(site.logged('automation failed')).toBe(1);
    expect(site.logged('automation works again')).toBe(1);
  });

  engine.onSqlite('does not stop automation from seeing later changes', async () => {
    const site = await startBeforeDue(engine);
    const { changed } = site.services;
    site.services.changed = () => {
      site.services.changed = changed;
      return new Promise(() => {});
    };
    await site.pass(10 * SECOND);
    await site.waitUntil(site.hasPublished(1));
    expect(await site.published()).toEqual(['10:00 at 10:15']);
    await createDraw(site.services, newDrawFor('12:00', '54321'), EDITOR);
    await site.pass(8 * SECOND);
    expect(site.logged('automation failed')).toBe(0);
    await site.pass(7 * SECOND);
    void site.advanceTo(instantOf(TODAY, '12:15'));
    await site.waitUntil(site.hasPublished(2));
    expect(await site.published()).toEqual(['10:00 at 10:15', '12:00 at 12:15']);
    expect(site.logged('automation failed')).toBe(1);
  });

  test('does not stop the server from shutting down', async () => {
    const site = await startBeforeDue(engine);
    const unblock = await site.block();
    await site.pass(12 * SECOND);
    let isStopped = false;
    void site.automation.stop().then(() => {
      isStopped = true;
    });
    await site.pass(2 * SECOND);
    await site.waitUntil(() => isStopped);
    expect(isStopped).toBe(true);
    await unblock();
    await site.pass(12 * SECOND);
    expect(site.lines.filter((line) => line.includes('works again'))).toEqual([]);
  });
});
