/** The import of draws in the admin API over HTTP, on both databases. */
import { describe, expect, test } from 'bun:test';
import { drawImportPageSchema } from '../../src/contract/import.ts';

import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({}, (site) => {
  const getJson = async (path: string) => (await site.admin('GET', path)).json();

  describe('importing', () => {
    const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status';
    const send = (lines: string[], query = '', type = 'text/csv; charset=utf-8') =>
      site.editor('POST', `/api/admin/draws/import${query}`, {
        body: lines.join('\n'),
        headers: { 'Content-Type': type },
      });
    const GOOD = [
      HEADER,
      '2025-05-01,10:00,SC010520251,1,2,3,4,5,Published',
      '',
      '2025-05-01,12:00,SC010520252,6,7,8,9,0,Draft',
    ];
    const countMay = async () => (await getJson('/api/admin/draws?month=2025-05')).items.length;

    test('a dry run stores nothing, an import stores all, and a second import is refused', async () => {
      const preview = await send(GOOD, '?dryRun=true');
      expect(await preview.json()).toEqual({
        dryRun: true,
        importId: null,
        created: null,
        published: 1,
        drafts: 1,
        problems: [],
      });
      expect(await countMay()).toBe(0);

      expect(await (await send(GOOD)).json()).toEqual({
        dryRun: false,
        importId: expect.any(String),
        created: 2,
        published: 1,
        drafts: 1,
        problems: [],
      });
      expect(await countMay()).toBe(2);

      const again = await send(GOOD, '?dryRun=true');
      expect((await again.json()).problems).toEqual([
        { line: 2, message: 'There is already a draw for 2025-05-01 10:00.' },
        { line: 4, message: 'There is already a draw for 2025-05-01 12:00.' },
      ]);
      const refused = await send(GOOD);
      expect([refused.status, (await refused.json()).detail]).toEqual([
        422,
        'Line 2: There is already a draw for 2025-05-01 10:00.',
      ]);
    });

    test('an import is listed and taken back, unless a draw of it was changed', async () => {
      const lines = [
        HEADER,
        '2025-07-01,10:00,SC010720251,1,2,3,4,5,Published',
        '2025-07-02,12:00,SC020720252,6,7,8,9,0,Published',
      ];
      const countJuly = async () => (await getJson('/api/admin/draws?month=2025-07')).items.length;
      const { importId } = await (await send(lines)).json();
      const { items } = drawImportPageSchema.parse(await getJson('/api/admin/imports'));
      expect(items[0]).toMatchObject({
        id: importId,
        created: 2,
        published: 2,
        changed: 0,
        firstDate: '2025-07-01',
        lastDate: '2025-07-02',
      });
      const takeBack = (id: string) => site.editor('DELETE', `/api/admin/imports/${id}`);
      expect((await takeBack(importId)).status).toBe(204);
      expect(await countJuly()).toBe(0);
      expect((await site.anonymous('GET', '/api/draws/SC010720251')).status).toBe(404);
      expect((await takeBack(importId)).status).toBe(404);

      const second = await (await send(lines)).json();
      const [draw] = (await getJson('/api/admin/draws?month=2025-07')).items;
      await site.editor('PATCH', `/api/admin/draws/${draw.id}`, { body: { digit1: '9', reason: 'Typo' } });
      const refused = await takeBack(second.importId);
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'import-changed',
          detail:
            'One draw of this import was changed or deleted since: SC020720252. Nothing was taken back.',
        }),
      ]);
      expect(await countJuly()).toBe(2);
    });

    test('stores nothing of a file with one bad line', async () => {
      const lines = [
        HEADER,
        '2025-06-01,10:00,SC010620251,1,2,3,4,5,Draft',
        '2025-06-01,11:00,X,1,2,3,4,5,Draft',
      ];
      const preview = await (await send(lines, '?dryRun=true')).json();
      expect(preview.problems).toEqual([{ line: 3, message: expect.stringContaining('Invalid time slot') }]);
      const refused = await send(lines);
      expect(refused.status).toBe(422);
      expect((await refused.json()).errors).toEqual({
        'line 3': expect.stringContaining('Invalid time slot'),
      });
      expect((await getJson('/api/admin/draws?month=2025-06')).items).toEqual([]);
    });

    test('returns 415 for other types and 413 for more than 5 MiB', async () => {
      expect((await send(GOOD, '', 'application/json')).status).toBe(415);
      expect((await send(GOOD, '?dryRun=maybe')).status).toBe(422);
      const large = await send([HEADER, 'x'.repeat(5 * 1024 * 1024)]);
      expect([large.status, (await large.json()).detail]).toEqual([413, 'The file is larger than 5 MiB.']);
      const allowed = await send([HEADER, 'x'.repeat(100_000)], '?dryRun=true');
      expect((await allowed.json()).problems).toEqual([{ line: 2, message: 'Expected 9 fields, found 1.' }]);
    });
  });
});
