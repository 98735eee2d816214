/** The short form of the scenario `streams`: a hundred streams, of which many are lost and come back. */
import { expect, test } from 'bun:test';
import { createRandom } from './random.ts';
import { streams } from './streams/streams.ts';

const UNITS = 150;
const SEED = 3;

test('every page that lost its stream and came back, in whatever way, shows what the server shows', async () => {
  const figures = await streams.run({
    random: createRandom(SEED),
    count: UNITS,
    isOver: () => false,
    progress: () => {},
  });
  expect(figures.violations).toEqual([]);
  const none = { leaked: 0, lost: 0, doubled: 0, serverErrors: 0, unavailable: 0 };
  expect(figures).toMatchObject({ done: UNITS, ...none });
  expect(figures.faults).toMatch(/100 streams: /);
  for (const way of ['cut', 'half-closed', 'stopped reading', 'old cursors', 'garbage cursors'])
    expect(figures.faults).toMatch(new RegExp(`${way} [1-9]`));
  expect(figures.faults).toMatch(/[1-9]\d+ changes$/);
}, 120_000);
