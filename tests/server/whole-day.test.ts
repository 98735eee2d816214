/** A whole day over HTTP, from the evening before to midnight, on a clock that the test moves. */
import { expect, test } from 'bun:test';
import type { Draw } from '../../src/contract/draws.ts';
import type { PublicChange } from '../../src/contract/live.ts';
import type { Today } from '../../src/contract/today.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { type Instant, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { SLOTS, type Slot, slotIndex } from '../../src/core/slots.ts';
import { compose } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { takePort } from '../../src/server/http/listen.ts';
import { builtSite } from '../../src/server/http/site.ts';
import { createLog } from '../../src/server/log.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnSqlite, type TestEngine } from '../support/databases.ts';
import { isEvent, type LiveEvent, listenTo } from '../support/live-client.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';

const YESTERDAY = '2026-11-14';
const TODAY = '2026-11-15';
const DELAY = 15 * MINUTE;

/** Starts the real server with a clock of the test. */
async function startSite(engine: TestEngine, start: Instant) {
  const database = await engine.newLocation();
  const dataDir = makeDataDir();
  engine.cleanUp(dataDir.remove);
  const environment = {
    DATA_DIR: dataDir.path,
    BACKUP_EVERY_HOURS: '0',
    BEACON: 'off',
    AUTH_SECRET: 'x'.repeat(32),
  };
  const config = { ...readConfig(environment), database, clockStart: start };
  const time = stepTimeFrom(start);
  const warnings: string[] = [];
  const log = createLog('warn', time.clock, (line) => warnings.push(line));
  const listener = takePort('127.0.0.1', 0);
  const url = `http://127.0.0.1:${listener.port}`;
  const app = await compose({ ...time, config, log, site: builtSite, baseUrl: url });
  listener.setHandler(app.handle);
  await app.start();
  engine.cleanUp(async () => {
    await app.endStreams();
    await listener.drain(100);
    await app.stop();
  });
  const staffDatabase = await engine.open(database);
  return {
    ...time,
    warnings,
    url,
    /** The draws of the day, including drafts. */
    draws: () => readDay(staffDatabase.db, TODAY),
    read: async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, text: await response.text() };
    },
    today: async (): Promise<Today> => (await fetch(`${url}/api/today`)).json(),
    /** Skips to three seconds before the instant, then advances step by step. */
    async until(instant: Instant): Promise<void> {
      if (instant - time.clock.now() > 3 * SECOND) await time.leapTo(instant - 3 * SECOND);
      await time.advanceTo(instant);
    },
  };
}

type Site = Awaited<ReturnType<typeof startSite>>;

const PUBLIC_PATHS = ['/', '/ml', '/api/today', `/api/draws?date=${TODAY}`, `/api/draws.csv?date=${TODAY}`];

async function expectHidden(site: Site, slots: readonly Slot[]): Promise<void> {
  const hidden = (await site.draws()).filter(({ slot }) => slots.includes(slot));
  for (const path of PUBLIC_PATHS) {
    const { status, text } = await site.read(path);
    expect(status).toBe(200);
    for (const { id } of hidden) expect(text).not.toContain(id);
  }
  for (const slot of slots) {
    const { status } = await site.read(`/api/draws/${drawNumberFor(TODAY, slot)}`);
    expect(status).toBe(404);
  }
}

async function expectPhase(site: Site, slot: Slot, phase: string, isOut: boolean): Promise<void> {
  const { slots } = await site.today();
  const { draw, ...found } = slots[slotIndex(slot)] ?? { draw: null };
  expect({ ...found, isOut: draw !== null }).toMatchObject({ slot, phase, isOut });
}

const isResultOf =
  (slot: Slot) =>
  ({ event, data }: LiveEvent): boolean =>
    event === 'change' && (data as { row: Partial<Draw> }).row.slot === slot;

describeOnSqlite('a day', (engine) => {
  test('drafts at six, each result on time, five live events, and no draft visible before', async () => {
    const site = await startSite(engine, instantOf(YESTERDAY, '20:00'));
    await site.advanceBy(3 * SECOND);

    await site.until(instantOf(TODAY, '05:59'));
    expect(await site.draws()).toEqual([]);
    const visitor = await listenTo(`${site.url}/api/live`);
    await visitor.waitFor(isEvent('hello'));
    await site.until(instantOf(TODAY, '06:00') - 1);
    expect(await site.draws()).toEqual([]);
    await site.advanceBy(1);
    expect((await site.draws()).map(({ slot }) => slot)).toEqual([...SLOTS]);
    await expectHidden(site, SLOTS);

    for (const slot of SLOTS) {
      const drawAt = instantOf(TODAY, slot);
      await site.until(drawAt - 1);
      await expectPhase(site, slot, 'waiting', false);
      await site.until(drawAt);
      await expectPhase(site, slot, 'live', false);
      await site.until(drawAt + DELAY - 1);
      await expectPhase(site, slot, 'live', false);
      await expectHidden(site, SLOTS.slice(slotIndex(slot)));
      expect(visitor.changes()).toHaveLength(slotIndex(slot));

      await site.until(drawAt + DELAY);
      await expectPhase(site, slot, 'revealed', true);
      await visitor.waitFor(isResultOf(slot));
    }

    await site.until(instantOf(TODAY, '23:59'));
    const published = (await site.draws()).map(
      ({ onHold, createdAt, updatedAt, etag, proposal, unapproved, ...draw }) => draw,
    );
    expect(visitor.changes()).toEqual(
      published.map((row) => ({ table: 'draws', type: 'INSERT', row })) as PublicChange[],
    );
    expect(published.map(({ publishedAt }) => Date.parse(publishedAt ?? ''))).toEqual(
      SLOTS.map((slot) => instantOf(TODAY, slot) + DELAY),
    );
    const received = visitor.events.map(({ event }) => event).filter((event) => event !== 'ping');
    expect(received).toEqual(['hello', ...SLOTS.map(() => 'change')]);
    expect(site.warnings).toEqual([]);
    visitor.close();
  });
});
