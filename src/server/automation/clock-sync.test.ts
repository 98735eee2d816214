import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { HOUR, instantOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { clockForLog, createFollowingClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createClockSync } from './clock-sync.ts';

const START = instantOf('2026-11-15', '09:00');

/** A node, and a database with latency and a clock that can be moved. */
function createNode() {
  const { timers, advanceBy } = stepTimeFrom(START);
  const clock = createFollowingClock(timers);
  const lines: string[] = [];
  const database = {
    offset: 0,
    before: 0,
    after: 0,
    isAway: false,
    isSilent: false,
    free: Promise.resolve(),
  };
  let readings = 0;
  let moves = 0;
  const trueTime = () => START + timers.elapsed() + database.offset;
  const sync = createClockSync({
    clock,
    timers,
    log: createLog('debug', clockForLog(clock), (line) => lines.push(line)),
    async readDatabaseTime() {
      readings += 1;
      if (database.isAway) throw new Error('connection refused');
      if (database.isSilent) return new Promise(() => {});
      await database.free;
      await advanceBy(database.before);
      const time = trueTime();
      await advanceBy(database.after);
      return time;
    },
  });
  sync.onMoved(() => {
    moves += 1;
  });
  return {
    sync,
    clock,
    advanceBy,
    lines,
    database,
    offBy: () => clock.now() - trueTime(),
    readings: () => readings,
    moves: () => moves,
  };
}

test('start resolves once the clock has the time of the database, corrected for latency', async () => {
  const { sync, clock, offBy, database } = createNode();
  Object.assign(database, { before: 200, after: 200 });
  const starting = sync.start();
  expect(clock.hasTime()).toBe(false);
  await starting;
  expect(Math.abs(offBy())).toBeLessThanOrEqual(1);
});

test('start waits for a database that cannot be read, and logs it once', async () => {
  const { sync, clock, advanceBy, offBy, database, lines } = createNode();
  database.isAway = true;
  let isStarted = false;
  const starting = sync.start().then(() => {
    isStarted = true;
  });
  for (let second = 0; second < 20; second += 1) await advanceBy(SECOND);
  expect([isStarted, clock.hasTime()]).toEqual([false, false]);
  expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  database.isAway = false;
  await advanceBy(2 * SECOND);
  await starting;
  expect(Math.abs(offBy())).toBeLessThanOrEqual(1);
});

test('corrects the clock every minute and calls the listeners, until it is stopped', async () => {
  const { sync, advanceBy, offBy, database, moves } = createNode();
  await sync.start();
  database.offset = 2 * SECOND;
  await advanceBy(MINUTE - 1);
  expect([offBy(), moves()]).toEqual([-2 * SECOND, 0]);
  await advanceBy(1);
  expect([offBy(), moves()]).toEqual([0, 1]);
  database.offset = -HOUR;
  await advanceBy(MINUTE);
  expect([Math.abs(offBy()) <= 1, moves()]).toEqual([true, 2]);
  sync.stop();
  database.offset = 0;
  await advanceBy(5 * MINUTE);
  expect(Math.abs(offBy() + HOUR)).toBeLessThanOrEqual(1);
});

test('after a slow reading it moves the clock only to the nearest bound, and reads again soon', async () => {
  const { sync, advanceBy, offBy, database, moves, readings } = createNode();
  await sync.start();
  Object.assign(database, { before: 4 * SECOND });
  await advanceBy(MINUTE);
  expect([Math.abs(offBy()) <= 1, moves()]).toEqual([true, 0]);
  database.offset = 10 * SECOND;
  await advanceBy(2 * SECOND);
  expect(readings()).toBe(3);
  expect(offBy()).toBeGreaterThanOrEqual(-4 * SECOND - 1);
  expect(offBy()).toBeLessThanOrEqual(4 * SECOND + 1);
  database.before = 0;
  await advanceBy(2 * SECOND);
  expect(Math.abs(offBy())).toBeLessThanOrEqual(1);
});

test('a database that stops responding does not change the clock, and is read again', async () => {
  const { sync, advanceBy, offBy, database, lines, readings } = createNode();
  await sync.start();
  database.isSilent = true;
  const waiting = advanceBy(MINUTE);
  await Bun.sleep(0);
  await advanceBy(6 * SECOND);
  await waiting;
  expect(readings()).toBeGreaterThanOrEqual(2);
  expect(Math.abs(offBy())).toBeLessThanOrEqual(1);
  expect(lines.join('')).toContain('cannot be read');
});

test('a reading that ends after it was stopped changes nothing, and is the last one', async () => {
  const { sync, advanceBy, database, moves, readings } = createNode();
  await sync.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(database, { offset: HOUR, free: promise });
  const waiting = advanceBy(MINUTE);
  await Bun.sleep(0);
  expect(readings()).toBe(2);
  sync.stop();
  resolve();
  await waiting;
  await advanceBy(2 * MINUTE);
  expect([readings(), moves()]).toEqual([2, 0]);
});
