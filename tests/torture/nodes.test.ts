/** The short form of the scenario `nodes`: three publications with a kill, a frozen node and a crash of the database. */
import { expect, test } from 'bun:test';
import { nodes } from './nodes/nodes.ts';
import { createRandom } from './random.ts';

const UNITS = 3;
/** Chooses a frozen node beside a restart, a cut line and steps of clocks; then a crash; then a kill. */
const SEED = 923;
const STREAMS = 8;

test('whatever happens to nodes and database, each result is published once, on time, and seen by everybody', async () => {
  const figures = await nodes.run({
    random: createRandom(SEED),
    count: UNITS,
    isOver: () => false,
    progress: () => {},
  });
  expect(figures.violations).toEqual([]);
  expect(figures).toMatchObject({ done: UNITS, leaked: 0, lost: 0, doubled: 0, early: 0, serverErrors: 0 });
  for (const fault of [
    'kills',
    'frozen nodes',
    'database crashes',
    'cut lines',
    'orderly restarts',
    'steps of machine clocks',
  ])
    expect(figures.faults).toMatch(new RegExp(`${fault} [1-9]`));
  expect(figures.faults).toMatch(/[1-9]\d+ acknowledged writes, [1-9]\d* resumed streams/);
  // Of the units without a crash: the streams of the nodes that nothing was done to.
  expect(figures.lateness.length).toBeGreaterThanOrEqual(STREAMS / 2);
  // Somebody was told that the database was away, or nothing happened.
  expect(figures.unavailable).toBeGreaterThan(0);
}, 120_000);
