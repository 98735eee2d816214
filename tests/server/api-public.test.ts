/** The public API over HTTP, on both databases. */

import { describe, expect, test } from 'bun:test';
import { checkedSchema } from '../../src/contract/check-number.ts';
import { drawPageSchema, drawSchema } from '../../src/contract/draws.ts';
import { faqListSchema } from '../../src/contract/faqs.ts';
import { healthSchema } from '../../src/contract/health.ts';
import { newsArticleSchema, newsPageSchema } from '../../src/contract/news.ts';
import { todaySchema } from '../../src/contract/today.ts';
import { CLOCK_START, DRAFT, drawNumbers, enterHistory, PUBLISHED, TODAY } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({ env: { CLOCK_START }, prepare: enterHistory }, (site, kind) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    site.anonymous('GET', path, { headers });

  async function listDraws(query = ''): Promise<{ numbers: string[]; nextCursor: string | null }> {
    const { items, nextCursor } = drawPageSchema.parse(await (await get(`/api/draws${query}`)).json());
    return { numbers: drawNumbers(items), nextCursor };
  }

  const expectedNumbers = (matches: (draw: (typeof PUBLISHED)[number]) => boolean) =>
    drawNumbers(PUBLISHED.filter(matches));

  const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: (typeof PUBLISHED)[number]) =>
    digit1 + digit2 + digit3 + digit4 + digit5;

  test('health names the database', async () => {
    const response = await get('/api/health');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(healthSchema.parse(await response.json())).toMatchObject({ status: 'ok', database: kind });
  });

  describe('today', () => {
    test('has the five slots in their phases, the next draw and a cursor', async () => {
      const today = todaySchema.parse(await (await get('/api/today')).json());
      expect(today.date).toBe(TODAY);
      expect(today.slots.map(({ phase }) => phase)).toEqual([
        'live',
        'waiting',
        'waiting',
        'waiting',
        'waiting',
      ]);
      expect(today.slots[0]).toMatchObject({
        slot: '10:00',
        label: '10:00 AM',
        drawNo: 'SC151120261',
        drawAt: '2026-11-15T04:30:00.000Z',
        revealAt: '2026-11-15T04:45:00.000Z',
        draw: { drawNo: 'SC151120261', published: true, provenance: 'entered' },
      });
      expect(today.slots[1]?.draw).toBeNull();
      expect(today.next).toEqual({ slot: '12:00', date: TODAY, drawAt: '2026-11-15T06:30:00.000Z' });
    });

    test('has the same ETag while only the time changes, and returns 304 for it', async () => {
      const first = await get('/api/today');
      const tag = first.headers.get('ETag') ?? '';
      await Bun.sleep(1_100);
      const second = await get('/api/today');
      expect((await second.json()).time).not.toBe((await first.json()).time);
      expect(second.headers.get('ETag')).toBe(tag);
      const third = await get('/api/today', { 'If-None-Match': tag });
      expect([third.status, await third.text()]).toEqual([304, '']);
    });

    test('has a cursor from which a stream resumes', async () => {
      const { cursor } = await (await get('/api/today')).json();
      const stream = await get(`/api/live?after=${cursor}`);
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      const first = await reader?.read();
      await reader?.cancel();
      expect(first?.value).toContain(`"cursor":"${cursor}"`);
      expect(first?.value).not.toContain('event: reset');
    });
  });

  describe('draws', () => {
    test('are listed newest first, without drafts', async () => {
      expect(await listDraws()).toEqual({ numbers: drawNumbers(PUBLISHED), nextCursor: null });
    });

    test.each<[string, (draw: (typeof PUBLISHED)[number]) => boolean]>([
      ['?date=2026-11-14', ({ date }) => date === '2026-11-14'],
      ['?date=2026-02-28', () => false],
      ['?month=2026-10', ({ date }) => date.startsWith('2026-10')],
      ['?slot=10:00', ({ slot }) => slot === '10:00'],
      ['?slot=10%3A00&month=2026-11', ({ slot, date }) => slot === '10:00' && date > '2026-11'],
      ['?q=sc1411', ({ drawNo }) => drawNo.startsWith('SC1411')],
      ['?q=2026', ({ drawNo }) => drawNo.includes('2026')],
      ['?q=onam', ({ drawNo }) => drawNo.startsWith('ONAM')],
      ['?q=7', (draw) => draw.drawNo.includes('7') || digitsOf(draw).includes('7')],
      ['?q=4', (draw) => draw.drawNo.includes('4') || digitsOf(draw).includes('4')],
      // Only a single digit is searched in the digits; more are searched in the draw number.
      ['?q=55', () => false],
      ['?q=%25', () => false],
      ['?q=_', () => false],
      ['?endsWith=0', (draw) => digitsOf(draw).endsWith('0')],
      ['?endsWith=345', (draw) => digitsOf(draw).endsWith('345')],
      ['?endsWith=00700', (draw) => digitsOf(draw) === '00700'],
      ['?endsWith=5&slot=17:00', (draw) => digitsOf(draw) === '55555'],
      ['?find=345', (draw) => draw.drawNo.includes('345') || digitsOf(draw).endsWith('345')],
      ['?find=00700', (draw) => digitsOf(draw) === '00700'],
      ['?find=sc1411', ({ drawNo }) => drawNo.startsWith('SC1411')],
      ['?find=%E0%B5%AD', (draw) => draw.drawNo.includes('7') || digitsOf(draw).includes('7')],
      ['?date=&month=&slot=&q=&endsWith=&limit=&cursor=', () => true],
      ['?colour=red', () => true],
    ])('%s', async (query, matches) => {
      expect((await listDraws(query)).numbers).toEqual(expectedNumbers(matches));
    });

    test.each([
      ['14 Nov', { number: { kind: 'date', date: '2026-11-14' }, count: 5 }],
      ['341', { number: { kind: 'ending', ending: '341' }, count: 1 }],
      ['onam-2026', { number: { kind: 'drawNo', drawNo: 'ONAM-2026' }, count: 1 }],
      ['SC131120261', { number: { kind: 'drawNo', drawNo: 'SC131120261' }, count: 0 }],
      ['?', { number: null, count: 0 }],
    ])('checking %j finds what a visitor means', async (text, expected) => {
      const response = await site.anonymous('GET', `/api/check?${new URLSearchParams({ text })}`);
      const checked = checkedSchema.parse(await response.json());
      expect(checked).toMatchObject(expected);
      expect(checked.draws).toHaveLength(expected.count);
    });

    test('come in pages without gap or overlap', async () => {
      const numbers: string[] = [];
      let query = '?limit=3';
      for (let pages = 0; pages < 3; pages += 1) {
        const page = await listDraws(query);
        numbers.push(...page.numbers);
        query = `?limit=3&cursor=${page.nextCursor}`;
      }
      expect(numbers).toEqual(drawNumbers(PUBLISHED));
    });

    test('a limit over the maximum is lowered to it', async () => {
      expect((await listDraws('?limit=100000')).numbers).toHaveLength(PUBLISHED.length);
    });

    test('are found by their number in upper and lower case', async () => {
      for (const typed of ['SC141120265', 'sc141120265']) {
        const draw = drawSchema.parse(await (await get(`/api/draws/${typed}`)).json());
        expect(draw).toMatchObject({ date: '2026-11-14', slot: '19:00', digit1: '9', digit5: '1' });
      }
    });

    test.each([DRAFT.drawNo, 'SC010120001', 'no%20such', '%00', 'x'.repeat(300)])(
      '%s: 404',
      async (drawNo) => {
        const response = await get(`/api/draws/${drawNo}`);
        expect(response.status).toBe(404);
        expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      },
    );
  });

  test('news are listed newest first, searched, and read by id', async () => {
    const page = newsPageSchema.parse(await (await get('/api/news')).json());
    expect(page.items.map(({ title }) => title)).toEqual(['New machine in use', 'Holiday hours']);
    const found = newsPageSchema.parse(await (await get('/api/news?q=HOLIDAY')).json());
    expect(found.items.map(({ title }) => title)).toEqual(['Holiday hours']);
    const id = found.items[0]?.id;
    expect(newsArticleSchema.parse(await (await get(`/api/news/${id}`)).json())).toEqual(
      expect.objectContaining({ id, author: 'Results Desk' }),
    );
    expect((await get('/api/news/unknown')).status).toBe(404);
  });

  test('FAQs come in their order', async () => {
    const { items } = faqListSchema.parse(await (await get('/api/faqs')).json());
    expect(items.map(({ order, question }) => [order, question])).toEqual([
      [1, 'When are draws held?'],
      [2, 'What is 3D?'],
    ]);
  });

  test('the next request after a change returns it', async () => {
    const before = await get('/api/faqs');
    const { items } = await before.json();
    await site.admin('PATCH', `/api/admin/faqs/${items[0].id}`, { body: { question: 'When exactly?' } });
    const after = await get('/api/faqs', { 'If-None-Match': before.headers.get('ETag') ?? '' });
    expect(after.status).toBe(200);
    expect((await after.json()).items[0].question).toBe('When exactly?');
    await site.admin('PATCH', `/api/admin/faqs/${items[0].id}`, { body: { question: items[0].question } });
  });
});
