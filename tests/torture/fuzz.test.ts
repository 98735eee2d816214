/** A short run of the scenario `fuzz`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { fuzz } from './fuzz/fuzz.ts';
import { createRandom } from './random.ts';

setDefaultTimeout(240_000);

/** Enough for every operation to succeed at least once. */
const COUNT = 650;

test('requests that are generated from the schemas of all routes break no rule', async () => {
  const figures = await fuzz.run({
    random: createRandom(20_261_115),
    count: COUNT,
    isOver: () => false,
    progress: () => {},
  });
  expect(figures.violations).toEqual([]);
  expect(figures).toMatchObject({ leaked: 0, serverErrors: 0, unavailable: 0 });
  expect(figures.done).toBeGreaterThanOrEqual(COUNT);
  const [mutated = 0, successes = 0, refusals = 0, compared = 0, sentToBoth = 0] = (
    figures.faults.match(/\d+/g) ?? []
  ).map(Number);
  expect(Math.min(mutated, successes, refusals)).toBeGreaterThan(COUNT / 10);
  expect(Math.min(compared, sentToBoth)).toBeGreaterThan(0);
});
