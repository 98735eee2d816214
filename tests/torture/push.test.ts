/** A short run of the scenario `push`: one result, and a kill after some hundred messages. */
import { expect, test } from 'bun:test';
import { push } from './push/push.ts';
import { createRandom } from './random.ts';

const DEVICES = 500;
const SEED = 1;

test('no device is left out when one of two nodes is killed, and publications are not slowed down', async () => {
  const figures = await push.run({
    random: createRandom(SEED),
    count: DEVICES,
    isOver: () => false,
    progress: () => {},
  });
  const none = { lost: 0, doubled: 0, early: 0, serverErrors: 0, unavailable: 0 };
  expect(figures).toMatchObject({ violations: [], done: DEVICES, ...none });
  expect(figures.faults).toMatch(/^1 kills while messages were sent; /);
  expect(figures.lateness).toHaveLength(1);
}, 400_000);
