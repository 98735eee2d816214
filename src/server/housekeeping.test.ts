import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../tests/support/stepped-time.ts';
import { HOUR, MINUTE } from '../core/ist-time.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createLog } from './log.ts';

function startHousekeeping(tasks: Record<string, () => Promise<void>>) {
  const time = stepTimeFrom(0);
  const lines: string[] = [];
  const log = createLog('warn', time.clock, (line) => lines.push(line));
  const housekeeping = createHousekeeping({ ...time, log, tasks });
  housekeeping.start();
  return { time, lines, housekeeping };
}

test('runs the tasks within a minute after the start, then every hour', async () => {
  const doneAt: number[] = [];
  const { time, housekeeping } = startHousekeeping({
    count: async () => void doneAt.push(time.timers.elapsed()),
  });
  await time.advanceBy(0);
  expect(doneAt).toEqual([]);
  await time.advanceBy(MINUTE);
  expect(doneAt).toHaveLength(1);
  await time.advanceBy(3 * HOUR);
  const gaps = doneAt.slice(1).map((at, index) => at - (doneAt[index] ?? 0));
  expect(gaps).toEqual([HOUR, HOUR, HOUR]);
  await housekeeping.stop();
  await time.advanceBy(2 * HOUR);
  expect(doneAt).toHaveLength(4);
});

test('a task that throws or rejects does not stop the others or the next round', async () => {
  let rounds = 0;
  const { time, lines, housekeeping } = startHousekeeping({
    rejects: async () => {
      throw new Error('rejected');
    },
    throws: () => {
      throw new Error('thrown');
    },
    count: async () => {
      rounds += 1;
    },
  });
  await time.advanceBy(2 * HOUR);
  await housekeeping.stop();
  expect(rounds).toBe(2);
  expect(lines.map((line) => JSON.parse(line).error.message)).toEqual([
    ...['rejected', 'thrown'],
    ...['rejected', 'thrown'],
  ]);
});

test('a round that is running when it stops is the last one', async () => {
  let rounds = 0;
  let finish = () => {};
  const { time, housekeeping } = startHousekeeping({
    wait: () => {
      rounds += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  });
  const advancing = time.advanceBy(MINUTE);
  const stopping = housekeeping.stop();
  finish();
  await stopping;
  await advancing;
  await time.advanceBy(2 * HOUR);
  expect(rounds).toBe(1);
});
