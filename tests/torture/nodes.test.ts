/**
 * A short run of the scenario `nodes`: three publications with a kill, a frozen node and a database crash, and a morning
 * with kills around the beacon's round.
 */
import { expect, test } from 'bun:test';
import { nodes } from './nodes/nodes.ts';
import { createRandom } from './random.ts';

const UNITS = 3;
/** Chooses a frozen node with a restart, a cut connection and clock steps; then a crash; then a kill. */
const SEED = 923;
const STREAMS = 8;

test('each result is published once, on time, and reaches every client, despite faults of nodes and database', async () => {
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
  // After each publication and after the morning.
  expect(figures.faults).toMatch(new RegExp(`${UNITS + 1} audits`));
  // Measured only in units without a crash, on streams of unaffected nodes.
  expect(figures.lateness.length).toBeGreaterThanOrEqual(STREAMS / 2);
  // The crash had an effect: some request got 503.
  expect(figures.unavailable).toBeGreaterThan(0);
}, 120_000);
