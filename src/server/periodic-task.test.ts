import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../tests/support/stepped-time.ts';
import { MINUTE, SECOND } from '../core/ist-time.ts';
import { DatabaseDown } from './errors.ts';
import { createLog } from './log.ts';
import { createPeriodicTask, type PeriodicTaskParts } from './periodic-task.ts';

function newTask(parts: Pick<PeriodicTaskParts, 'run'> & Partial<PeriodicTaskParts>) {
  const time = stepTimeFrom(0);
  const lines: string[] = [];
  const log = createLog('debug', time.clock, (line) => lines.push(line));
  const defaults = { nextRunAfter: () => MINUTE, failure: 'it has failed', timers: time.timers, log };
  return { time, lines, task: createPeriodicTask({ ...defaults, ...parts }) };
}

/** A task whose runs end when the test lets them. */
function heldRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = (): Promise<void> => {
    const held = Promise.withResolvers<void>();
    runs.push(held);
    return held.promise;
  };
  return { runs, run };
}

test('runs at the start, then after each wait', async () => {
  const ranAt: number[] = [];
  const waits = [10 * SECOND, 20 * SECOND, MINUTE];
  const { time, task } = newTask({
    run: async () => void ranAt.push(time.timers.elapsed()),
    nextRunAfter: () => waits.shift() ?? MINUTE,
  });
  const startedAt = time.timers.elapsed();
  task.start();
  await time.advanceBy(2 * MINUTE);
  expect(ranAt.map((at) => at - startedAt)).toEqual([0, 10 * SECOND, 30 * SECOND, 90 * SECOND]);
  await task.stop(0);
  await time.advanceBy(5 * MINUTE);
  expect(ranAt).toHaveLength(4);
});

test('a request during a run causes one more run, and resolves when that has ended', async () => {
  const { runs, run } = heldRuns();
  const { task } = newTask({ run });
  const first = task.run();
  const requests = [task.run(), task.run()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await Bun.sleep(0);
  expect(runs).toHaveLength(2);
  let areDone = false;
  const done = Promise.all([first, ...requests]).then(() => {
    areDone = true;
  });
  await Bun.sleep(0);
  expect(areDone).toBe(false);
  runs[1]?.resolve();
  await done;
  expect(runs).toHaveLength(2);
});

test('wakes within the delay are one run', async () => {
  let runs = 0;
  const { time, task } = newTask({
    run: async () => {
      runs += 1;
    },
    wakeAfter: SECOND,
  });
  task.wake();
  task.wake();
  await time.advanceBy(SECOND - 1);
  expect(runs).toBe(0);
  await time.advanceBy(1);
  expect(runs).toBe(1);
  task.wake();
  await time.advanceBy(SECOND);
  expect(runs).toBe(2);
});

test('a run that fails is logged, unless the database is down, and the next one runs', async () => {
  const errors = [new Error('no'), new DatabaseDown(new Error('no'))];
  const { lines, task } = newTask({
    run: async () => {
      const error = errors.shift();
      if (error) throw error;
    },
  });
  await task.run();
  await task.run();
  await task.run();
  expect(errors).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', msg: 'it has failed' }),
  ]);
});

test('a stop cancels a wake, waits for the current run, and prevents others', async () => {
  const { runs, run } = heldRuns();
  const { time, lines, task } = newTask({ run, wakeAfter: SECOND });
  void task.run();
  void task.run();
  task.wake();
  const stopped = task.stop(10 * SECOND);
  expect(task.isStopped()).toBe(true);
  runs[0]?.reject(new Error('interrupted'));
  await stopped;
  task.wake();
  await task.run();
  await time.advanceBy(MINUTE);
  expect(runs).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('a stop does not wait longer than its patience for a run that does not end', async () => {
  const { runs, run } = heldRuns();
  const { task } = newTask({ run });
  void task.run();
  await task.stop(1);
  expect(runs).toHaveLength(1);
});
