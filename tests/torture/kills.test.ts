/** A short run of the scenario `kills`, on both databases. */
import { expect, test } from 'bun:test';
import { kills } from './kills/kills.ts';
import { createRandom } from './random.ts';

/** One at every kind of moment. */
const COUNT = 5;

test('after a kill no acknowledged change is lost, no draw is incomplete, and the feed has no gap', async () => {
  const figures = await kills.run({
    random: createRandom(98),
    count: COUNT,
    isOver: () => false,
    progress() {},
  });
  expect(figures).toMatchObject({
    done: COUNT,
    lost: 0,
    doubled: 0,
    early: 0,
    serverErrors: 0,
    violations: [],
  });
  const [, acknowledged, cutOff] = /(\d+) changes acknowledged, (\d+) cut off/.exec(figures.faults) ?? [];
  expect(Number(acknowledged)).toBeGreaterThan(3 * COUNT);
  expect(Number(cutOff)).toBeGreaterThan(0);
  for (const moment of ['writes', 'start', 'drain', 'backup', 'due'])
    expect(figures.faults).toContain(`1 during ${moment} on `);
  expect(figures.faults).toMatch(/on sqlite.*on postgres|on postgres.*on sqlite/);
}, 300_000);
