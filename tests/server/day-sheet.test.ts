/** The sheet of a day over HTTP: published results only, in both languages, with the headers of a file. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { en } from '../../src/web/i18n/en.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlSheet } from '../../src/web/i18n/ml-sheet.ts';
import { readPdf, textsIn } from '../support/pdf-reader.ts';
import { CLOCK_START, create, newDraw, TODAY } from './api-seed.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

const DAY = '2026-11-14';
const ONLY_DRAFT = '2026-11-12';
const REASON = 'Third digit mistyped; അക്കം തെറ്റി';

let site: ApiSite;
let corrected: { id: string };
beforeAll(async () => {
  site = await openApiSite({ CLOCK_START });
  await create(site, 'draws', newDraw(DAY, '10:00', '12345'));
  corrected = await create(site, 'draws', newDraw(DAY, '12:00', '67890'));
  for (const draft of [newDraw(DAY, '14:00', '13579', false), newDraw(ONLY_DRAFT, '10:00', '24680', false)]) {
    const { id } = await create(site, 'draws', draft);
    await site.admin('POST', `/api/admin/draws/${id}/hold`);
  }
  await create(site, 'draws', newDraw('2026-11-16', '10:00', '11223'));
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}) => site.anonymous('GET', path, { headers });

const fetchSheet = async (date: string, language = ''): Promise<Uint8Array> => {
  const response = await get(`${language}/results/${date}/sheet.pdf`);
  expect(response.status).toBe(200);
  return response.bytes();
};

test('a result that staff have published for a day to come is on its page, its sheet, its picture and in the sitemap', async () => {
  const day = '/results/2026-11-16';
  expect(await (await get('/sitemap.xml')).text()).toContain(`${day}</loc>`);
  for (const language of ['', '/ml']) {
    for (const path of [day, `${day}/sheet.pdf`]) expect((await get(language + path)).status).toBe(200);
    expect((await get(`${language}/results/2026-11-17`)).status).toBe(404);
  }
  expect((await get(`${day}/picture.png`)).status).toBe(200);
  // The other slots are still to come.
  expect((await (await get(day)).text()).match(/No result yet/g)).toHaveLength(4);
});

test('is a PDF with the name of the day, for everyone and for a while', async () => {
  const { status, headers } = await get(`/results/${DAY}/sheet.pdf`);
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('application/pdf');
  expect(headers.get('Content-Disposition')).toBe(`inline; filename="swarna-chakra-${DAY}.pdf"`);
  expect(headers.get('Cache-Control')).toMatch(/^public,.*s-maxage=\d+/);
  // A policy without sources would stop the PDF viewer of the browser.
  expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test.each([
  ...[`/results/${DAY}/Sheet.pdf`, `/Results/${DAY}/sheet.pdf`, `/ML/results/${DAY}/sheet.pdf`],
  ...[
    `/results/${DAY}/sheet.pdf.data`,
    `/ml/results/${DAY}/sheet.pdf.data`,
    `/results/${DAY}/sheet.pdf/_.data`,
  ],
  ...[`/results/${DAY}/picture.png.data`, `/results/${DAY}/Picture.png`, '/Draws/SC141120261'],
  ...['/draws/SC141120261/picture.png.data', '/draws/SC141120261/picture.PNG'],
  ...[
    '/draws/SC141120261/_.data',
    `/results/${DAY}/_.data`,
    `/results/${DAY}/sheet.pdf.data?_routes=day-sheet`,
  ],
])('%s is not another address of a result', async (path) => {
  expect((await get(path)).status).toBe(404);
});

describe.each([
  ['', en, 'Saturday', '14 November 2026', 'No result published', 'en-IN'],
  ['/ml', ml, 'ശനിയാഴ്‌ച', '2026 നവംബർ 14', mlSheet.notPublished, 'ml-IN'],
] as const)('%s/results/…/sheet.pdf', (language, messages, weekday, date, notPublished, lang) => {
  test('has the published results, and nothing of a draft', async () => {
    const bytes = await fetchSheet(DAY, language);
    const texts = textsIn(bytes);
    expect(texts).toEqual(
      expect.arrayContaining([messages.productName, date, weekday, '12345', '67890', 'SC141120261']),
    );
    expect(texts.filter((text) => text === notPublished)).toHaveLength(3);
    expect(texts).toContain(`${site.server.url}${language}/results/${DAY}`);
    expect(texts.filter((text) => text === messages.draw.labels.entered)).toHaveLength(2);
    const { objects, pages } = readPdf(bytes);
    expect(objects).toContain(`/Lang (${lang})`);
    expect(pages).toHaveLength(1);
    expect([...texts, objects].join(' ')).not.toMatch(/13579|1 3 5 7 9/);
  });

  test('does not exist for a day without published results, or that is no day', async () => {
    for (const day of [
      ONLY_DRAFT,
      '2026-11-01',
      TODAY,
      '2026-11-17',
      '2026-02-30',
      'today',
      '14-11-2026',
      '12-00',
    ]) {
      const response = await get(`${language}/results/${day}/sheet.pdf`);
      expect([day, response.status]).toEqual([day, 404]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect((await response.text()).length).toBeLessThan(200);
    }
  });
});

test('has the same bytes and the same ETag until the results change', async () => {
  const [first, again] = [await get(`/results/${DAY}/sheet.pdf`), await get(`/results/${DAY}/sheet.pdf`)];
  expect(Buffer.compare(await first.bytes(), await again.bytes())).toBe(0);
  const tag = first.headers.get('ETag') ?? '';
  // Another change clears the cache, so the sheet is rendered again.
  await create(site, 'news', { title: 'News', author: 'Results Desk', body: 'Text.' });
  expect((await get(`/results/${DAY}/sheet.pdf`, { 'If-None-Match': tag })).status).toBe(304);
});

test('a correction shows the former digits and the reason', async () => {
  const before = (await get(`/results/${DAY}/sheet.pdf`)).headers.get('ETag');
  const response = await site.admin('PATCH', `/api/admin/draws/${corrected.id}`, {
    body: { digit3: '9', reason: REASON },
  });
  expect(response.status).toBe(200);
  const texts = textsIn(await fetchSheet(DAY));
  expect(texts.indexOf('67990')).toBeGreaterThan(0);
  expect(texts.indexOf('67890')).toBeGreaterThan(texts.indexOf('67990'));
  expect(texts.join(' ')).toContain(`Reason: ${REASON}`);
  expect(texts).toContain('Corrected');
  expect((await get(`/results/${DAY}/sheet.pdf`)).headers.get('ETag')).not.toBe(before);
});

test('is closed in maintenance mode', async () => {
  const settings = await (await site.admin('GET', '/api/admin/settings')).json();
  const closed = await site.admin('PUT', '/api/admin/settings', {
    body: { ...settings, maintenanceMode: true },
  });
  expect(closed.status).toBe(200);
  for (const path of [`/results/${DAY}/sheet.pdf`, `/ml/results/${DAY}/sheet.pdf`, '/calendar.ics']) {
    const response = await get(path);
    expect([path, response.status, response.headers.has('Retry-After')]).toEqual([path, 503, true]);
  }
  await site.admin('PUT', '/api/admin/settings', { body: settings });
});

test('the calendar follows the delay of results, in both languages', async () => {
  const response = await get('/calendar.ics');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toBe('inline; filename="swarna-chakra.ics"');
  const first = await response.text();
  expect(first.match(/BEGIN:VEVENT/g)).toHaveLength(5);
  expect(await (await get('/calendar.ics?utm_source=x')).text()).toBe(first);
  const settings = await (await site.admin('GET', '/api/admin/settings')).json();
  await site.admin('PUT', '/api/admin/settings', { body: { ...settings, publishDelay: 20 } });
  const later = await (await get('/calendar.ics')).text();
  expect(later).toContain('DTEND;TZID=Asia/Kolkata:20200101T142000');
  expect(await (await get('/ml/calendar.ics')).text()).toContain('20200101T142000');
  expect(later.match(/UID:\S+/g)).toEqual(first.match(/UID:\S+/g));
});
