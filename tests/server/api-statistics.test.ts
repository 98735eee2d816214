/** The statistics over HTTP, compared with a count over the public list of draws. */
import { describe, expect, test } from 'bun:test';
import { type Draw, drawPageSchema } from '../../src/contract/draws.ts';
import { statisticsSchema } from '../../src/contract/statistics.ts';
import type { ResultRange } from '../../src/core/result-list.ts';
import { countNaively } from '../support/naive-counts.ts';
import { CLOCK_START, create, enterHistory, newDraw, TODAY } from './api-seed.ts';
import { type ApiSite, describeOnSite } from './api-site.ts';
import { draftsAndResults } from './storage-seed.ts';

/** More results than the feed takes: the import replaces it. */
async function prepare(site: ApiSite): Promise<void> {
  await enterHistory(site);
  const lines = draftsAndResults('2026-01-01', 60).map(({ date, slot, digits, published }) =>
    [date, slot, newDraw(date, slot, digits).drawNo, ...digits, published ? 'Published' : 'Draft'].join(','),
  );
  const header = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status';
  const response = await site.admin('POST', '/api/admin/draws/import', {
    headers: { 'Content-Type': 'text/csv' },
    body: [header, ...lines].join('\n'),
  });
  if (!response.ok) throw new Error(await response.text());
}

describeOnSite({ env: { CLOCK_START }, prepare }, (site) => {
  const ask = (query: string) => site.anonymous('GET', `/api/statistics${query}`);
  const read = async (query = '') => statisticsSchema.parse(await (await ask(query)).json());

  async function listAllDraws() {
    const draws: Draw[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const response = await site.anonymous('GET', `/api/draws?limit=500${cursor && `&cursor=${cursor}`}`);
      const page = drawPageSchema.parse(await response.json());
      draws.push(...page.items);
      cursor = page.nextCursor;
    }
    return draws.map(({ digit1, digit2, digit3, digit4, digit5, ...draw }) => ({
      ...draw,
      digits: digit1 + digit2 + digit3 + digit4 + digit5,
    }));
  }

  test.each([
    {},
    { slot: '14:00' },
    { from: '2026-02-01' },
    { to: '2026-01-31' },
    { slot: '10:00', from: '2026-01-05', to: '2026-11-14' },
    { from: TODAY, to: TODAY },
  ] as const)('of %j are those of the listed draws', async (query) => {
    const { first, last, ...counts } = countNaively(await listAllDraws(), query);
    const { chiSquare, ...statistics } = await read(`?${new URLSearchParams(query)}`);
    const asked: ResultRange = query;
    expect(statistics).toEqual({ ...counts, from: asked.from ?? first, to: asked.to ?? last });
    expect(counts.draws).toBeGreaterThan(0);
    const expected = counts.draws / 10;
    const value = counts.positions.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare.value).toBeCloseTo(value, 8);
    expect(chiSquare.degrees).toBe(45);
  });

  test('without draws are zeros and nulls', async () => {
    const empty = await read('?from=2020-01-01&to=2020-12-31&slot=12:00');
    expect(empty).toMatchObject({
      draws: 0,
      from: '2020-01-01',
      to: '2020-12-31',
      chiSquare: { value: 0, degrees: 45, p: 1 },
    });
    expect(new Set([...empty.positions.flat(), ...empty.lastTwo.flat(), ...empty.sums])).toEqual(
      new Set([0]),
    );
    expect(new Set(empty.since.flat())).toEqual(new Set([null]));
    expect(await read('?to=2020-01-01')).toMatchObject({ draws: 0, from: null, to: '2020-01-01' });
  });

  describe('follow', () => {
    const slot = '17:00';
    const range = `?slot=${slot}&from=2026-10-01&to=2026-10-31`;

    test('a result at once from publication to deletion, and never a draft', async () => {
      const before = await (await ask(range)).text();
      const draft = await create(site, 'draws', newDraw('2026-10-20', slot, '48484', false));
      expect(await (await ask(range)).text()).toBe(before);
      await site.editor('POST', `/api/admin/draws/${draft.id}/publish`);
      expect(await read(range)).toMatchObject({ draws: 1, repeats: { fullHouse: 1 } });
      await site.editor('PATCH', `/api/admin/draws/${draft.id}`, {
        body: { digit1: '9', reason: 'Misread' },
      });
      const corrected = await read(range);
      expect(corrected.positions[0]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
      expect(corrected.since[0]?.[9]).toBe(0);
      expect(corrected.lastTwo[8]?.[4]).toBe(1);
      await site.editor('DELETE', `/api/admin/draws/${draft.id}`);
      expect(await (await ask(range)).text()).toBe(before);
    });
  });

  test.each([
    ['?slot=11:00', 'slot'],
    ['?slot=14-00', 'slot'],
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?from=2026-02-02&to=2026-02-01', 'to'],
    ['?from=2026-01-01&from=2026-01-02', 'from'],
  ])('refuse %s', async (query, field) => {
    const response = await ask(query);
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toEqual({ [field]: expect.any(String) });
  });

  test('ignore empty and unknown parameters', async () => {
    const all = await read();
    expect(await read('?slot=&from=&to=&utm=1')).toEqual(all);
  });
});
