/** A short run of the scenario `days`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { simulateDays } from './days/days.ts';
import { createRandom } from './random.ts';

setDefaultTimeout(120_000);

const simulate = (seed: number, count: number) =>
  simulateDays({ random: createRandom(seed), count, isOver: () => false, progress() {} });

const COUNT = 7;
/** Chooses every kind of fault within these days. */
const SEED = 5;

test('on days with crashes nothing is lost, doubled, early or late', async () => {
  const { figures } = await simulate(SEED, COUNT);
  expect(figures).toMatchObject({ done: COUNT, lost: 0, doubled: 0, early: 0, violations: [] });
  expect(figures.lateness.length).toBeGreaterThan(COUNT / 2);
  expect(Math.max(...figures.lateness)).toBeLessThanOrEqual(1_000);
  expect(figures.faults).toMatch(/^[1-9]\d* crashes of a process and [1-9]\d* of the machine/);
  for (const kind of [
    'restarts',
    'clock steps',
    'deleted drafts created again',
    'restores',
    'beacons in time',
  ])
    expect(figures.faults).toMatch(new RegExp(`[1-9]\\d* ${kind}`));
  expect(figures.faults).toMatch(/[1-9]\d* late and [1-9]\d* missing/);
});

test('the same seed repeats every act, another seed does not', async () => {
  const [first, again, other] = [await simulate(1, 1), await simulate(1, 1), await simulate(3, 1)];
  expect(again.trace).toBe(first.trace);
  expect(other.trace).not.toBe(first.trace);
});
