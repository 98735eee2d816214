/** A short run of the scenario `full-disk`, with both kinds of disk if this machine allows it. */
import { expect, test } from 'bun:test';
import { fullDisk } from './full-disk/full-disk.ts';
import { createRandom } from './random.ts';

const COUNT = 2;

test('on a full disk writes get 503 and reads work; with free space again nothing is missing', async () => {
  const figures = await fullDisk.run({
    random: createRandom(1),
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
  expect(figures.unavailable).toBeGreaterThanOrEqual(COUNT * 12);
  expect(figures.faults).toMatch(
    /[1-9]\d* results due meanwhile, \d+ backups, [1-9]\d* changes acknowledged/,
  );
}, 300_000);
