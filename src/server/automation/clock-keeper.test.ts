import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { instantOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { createLog } from '../log.ts';
import { createClockKeeper } from './clock-keeper.ts';

const START = instantOf('2026-11-15', '09:00');

/** A node whose clock is off by `error`, and a database that takes its time to answer. */
function makeNode({ error = 0, roundTrip = 0 }) {
  const { clock, timers, advanceBy } = stepTimeFrom(START);
  const trueTime = () => START + timers.elapsed();
  const lines: string[] = [];
  let isAway = false;
  clock.moveBy(error);
  const keeper = createClockKeeper({
    clock,
    timers,
    log: createLog('debug', clock, (line) => lines.push(line)),
    async readDatabaseTime() {
      if (isAway) throw new Error('connection refused');
      await advanceBy(roundTrip / 2);
      const answer = trueTime();
      await advanceBy(roundTrip / 2);
      return answer;
    },
  });
  return {
    keeper,
    clock,
    advanceBy,
    lines,
    offBy: () => clock.now() - trueTime(),
    loseDatabase: () => {
      isAway = true;
    },
  };
}

test.each([
  { error: 5 * MINUTE, roundTrip: 0 },
  { error: -5 * MINUTE, roundTrip: 0 },
  { error: 3 * SECOND, roundTrip: 400 },
])('a clock off by $error ms is set right, the way of the answer taken into account', async (node) => {
  const { keeper, offBy } = makeNode(node);
  await keeper.start();
  expect(offBy()).toBe(0);
});

test('a difference that may be nothing but the way of the answer is left alone', async () => {
  const { keeper, offBy } = makeNode({ error: 300, roundTrip: 400 });
  await keeper.start();
  expect(offBy()).toBe(300);
});

test('it is set again every minute, until it is stopped', async () => {
  const { keeper, clock, advanceBy, offBy } = makeNode({});
  await keeper.start();
  clock.moveBy(2 * SECOND);
  await advanceBy(MINUTE - 1);
  expect(offBy()).toBe(2 * SECOND);
  await advanceBy(1);
  expect(offBy()).toBe(0);
  keeper.stop();
  clock.moveBy(2 * SECOND);
  await advanceBy(5 * MINUTE);
  expect(offBy()).toBe(2 * SECOND);
});

test('a database that is away leaves the clock as it is, and it is set when that is back', async () => {
  const { keeper, offBy, loseDatabase, lines } = makeNode({ error: 5 * SECOND });
  loseDatabase();
  await keeper.start();
  expect(offBy()).toBe(5 * SECOND);
  expect(lines.join()).toContain("the database's clock cannot be read");
});
