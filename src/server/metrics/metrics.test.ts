import { expect, test } from 'bun:test';
import { createMetrics } from './metrics.ts';

test('simultaneous scrapes get the same text', async () => {
  const { scrape, countPublication } = createMetrics('1.2.3');
  const [first, ...others] = [scrape(), scrape(), scrape()];
  expect(others).toEqual([first, first]);
  expect(await first).toContain('swarna_publications_total 0');
  countPublication(5);
  expect(await scrape()).toContain('swarna_publications_total 1');
});
