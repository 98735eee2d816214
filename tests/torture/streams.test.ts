/** A short run of the scenario `streams`: a hundred streams that reconnect. */
import { expect, test } from 'bun:test';
import { createRandom } from './random.ts';
import { streams } from './streams/streams.ts';

const UNITS = 150;
const SEED = 3;

test('every page shows what the server shows after its stream was lost and reconnected', async () => {
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
  for (const kind of ['cut', 'half-closed', 'stopped reading', 'old cursors', 'garbage cursors'])
    expect(figures.faults).toMatch(new RegExp(`${kind} [1-9]`));
  expect(figures.faults).toMatch(/[1-9]\d+ changes$/);
}, 120_000);
