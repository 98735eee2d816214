/**
 * A short run of the scenario `nodes`: two publications with a database crash and a frozen node at the due instant, and
 * a morning with a kill and a restart around the beacon's round.
 */
import { expect, test } from 'bun:test';
import { runNodes } from './nodes/nodes.ts';
import { createRandom } from './random.ts';

const UNITS = 2;
/** Of three nodes two have a fault, and the third one publishes. */
const SIZE = { nodes: 3, streamsPerNode: 1, writers: 1, readers: 'one' } as const;
/** Chooses a crash; then a frozen node with a cut connection and a clock step. */
const SEED = 611_581;

test('each result is published once, on time, and reaches every client, despite faults of nodes and database', async () => {
  const figures = await runNodes(
    { random: createRandom(SEED), count: UNITS, isOver: () => false, progress: () => {} },
    SIZE,
  );
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
  // Measured only in units without a crash, on the stream of the unaffected node.
  expect(figures.lateness.length).toBeGreaterThan(0);
  // The crash had an effect: some request got 503.
  expect(figures.unavailable).toBeGreaterThan(0);
}, 120_000);
