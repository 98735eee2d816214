/** A correction is a change for programs too: the feed of results and the sitemap tell when it was made. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CLOCK_START, create, newDraw } from './api-seed.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

const DAY = '2026-11-14';
const PUBLISHED = newDraw(DAY, '10:00', '12345');
const CORRECTED = newDraw(DAY, '12:00', '67890');

let site: ApiSite;
let publishedAt: string;
let correctedAt: string;
beforeAll(async () => {
  site = await openApiSite({ CLOCK_START });
  await create(site, 'draws', PUBLISHED);
  const { id } = await create(site, 'draws', CORRECTED);
  const body = { digit3: '9', reason: 'Third digit mistyped' };
  const response = await site.admin('PATCH', `/api/admin/draws/${id}`, { body });
  const corrected = await response.json();
  publishedAt = corrected.publishedAt;
  correctedAt = corrected.corrections[0].at;
});
afterAll(() => site.stop());

const getText = async (path: string): Promise<string> => (await site.anonymous('GET', path)).text();

const textOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

test('the correction is later than the publication', () => {
  expect(correctedAt > publishedAt).toBe(true);
});

test('the entry of a corrected result, and with it the feed, is updated; the others are not', async () => {
  const [head = '', ...entries] = (await getText('/feeds/results.xml')).split('<entry>');
  const entryOf = (drawNo: string) => entries.find((entry) => entry.includes(`/draws/${drawNo}</id>`)) ?? '';
  const corrected = entryOf(CORRECTED.drawNo);
  expect(textOf('updated', corrected)).toBe(correctedAt);
  expect(textOf('published', corrected)).toBe(publishedAt);
  expect(textOf('updated', head)).toBe(correctedAt);
  const untouched = entryOf(PUBLISHED.drawNo);
  expect(textOf('updated', untouched)).toBe(textOf('published', untouched));
});

test('the pages of a corrected result and of its day are listed with the time of the correction', async () => {
  const pages = (await getText('/sitemap.xml')).split('<url>');
  const lastChangeOf = (path: string) =>
    textOf('lastmod', pages.find((page) => page.includes(`${path}</loc>`)) ?? '');
  expect(lastChangeOf(`/draws/${CORRECTED.drawNo}`)).toBe(correctedAt);
  expect(lastChangeOf(`/results/${DAY}`)).toBe(correctedAt);
  expect(lastChangeOf(`/draws/${PUBLISHED.drawNo}`)).not.toBe(correctedAt);
});
