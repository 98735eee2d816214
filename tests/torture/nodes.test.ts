/**
 * A short run of the scenario `nodes`: two publications with a database crash and a frozen node at the due instant, and
 * a morning with a kill around the beacon's round. The frozen node stays frozen until a client of the other one has the
 * result.
 */
import { expect, test } from 'bun:test';
import { runNodes } from './nodes/nodes.ts';
import { createRandom } from './random.ts';

const UNITS = 2;
/** Of two nodes one has a fault, and the other one publishes. */
const SIZE = { nodes: 2, streamsPerNode: 1, writers: 1, readers: 'one', hasTimeLimits: false } as const;
/** Chooses a crash; then a frozen node with a step of a clock. */
const SEED = 592;

test('each result is published once, not early, and reaches every client, despite faults of nodes and database', async () => {
  const figures = await runNodes(
    { random: createRandom(SEED), count: UNITS, isOver: () => false, progress: () => {} },
    SIZE,
  );
  expect(figures.violations).toEqual([]);
  expect(figures).toMatchObject({ done: UNITS, leaked: 0, lost: 0, doubled: 0, early: 0, serverErrors: 0 });
  for (const fault of ['kills', 'frozen nodes', 'database crashes', 'steps of machine clocks'])
    expect(figures.faults).toMatch(new RegExp(`${fault} [1-9]`));
  expect(figures.faults).toMatch(/[1-9]\d+ acknowledged writes, [1-9]\d* resumed streams/);
  // After each publication and after the morning.
  expect(figures.faults).toMatch(new RegExp(`${UNITS + 1} audits`));
  // Measured only in units without a crash, on the stream of the unaffected node.
  expect(figures.lateness.length).toBeGreaterThan(0);
  // The crash had an effect: some request got 503.
  expect(figures.unavailable).toBeGreaterThan(0);
}, 120_000);
