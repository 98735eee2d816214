/** Draws and their import in the admin API over HTTP, on both databases. */

import { describe, expect, test } from 'bun:test';
import { adminDrawPageSchema, adminDrawSchema } from '../../src/contract/draws.ts';
import { drawImportPageSchema } from '../../src/contract/import.ts';
import { CLOCK_START, enterDraw, newDraw, TODAY } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({ env: { CLOCK_START } }, (site) => {
  const getJson = async (path: string) => (await site.admin('GET', path)).json();

  const publicStatus = async ({ drawNo }: { drawNo: string }) =>
    (await site.anonymous('GET', `/api/draws/${drawNo}`)).status;

  describe('draws', () => {
    test('are created, published, corrected, unpublished and deleted, and only published ones are public', async () => {
      const draft = await enterDraw(site, '2026-01-01');
      expect(draft).toMatchObject({
        published: false,
        onHold: false,
        provenance: 'entered',
        publishedAt: null,
      });
      expect(await publicStatus(draft)).toBe(404);

      const publish = await site.editor('POST', `/api/admin/draws/${draft.id}/publish`);
      const published = adminDrawSchema.parse(await publish.json());
      expect(publish.headers.get('ETag')).toBe(published.etag);
      expect(published).toMatchObject({ published: true, publishedAt: expect.any(String) });
      expect(await publicStatus(draft)).toBe(200);

      const correct = await site.editor('PATCH', `/api/admin/draws/${draft.id}`, {
        body: { digit5: '9', reason: 'Misread' },
      });
      expect(await correct.json()).toMatchObject({ digit5: '9', provenance: 'corrected' });
      const shown = await (await site.anonymous('GET', `/api/draws/${draft.drawNo}`)).json();
      const { digit1, digit2, digit3, digit4, digit5 } = published;
      expect(shown.corrections).toEqual([
        {
          at: expect.any(String),
          digits: [digit1, digit2, digit3, digit4, digit5].join(''),
          reason: 'Misread',
        },
      ]);
      const [entry] = (await getJson('/api/admin/activity?type=draw')).items;
      expect(entry).toMatchObject({
        action: 'Corrected result',
        user: 'meera',
        target: draft.drawNo,
        before: { digit5: '5' },
        after: { digit5: '9', reason: 'Misread' },
      });

      const unpublish = await site.editor('POST', `/api/admin/draws/${draft.id}/unpublish`);
      expect(await unpublish.json()).toMatchObject({ published: false, onHold: true });
      expect(await publicStatus(draft)).toBe(404);

      expect((await site.editor('DELETE', `/api/admin/draws/${draft.id}`)).status).toBe(204);
      expect((await site.editor('GET', `/api/admin/draws/${draft.id}`)).status).toBe(404);
    });

    test('are held and released while they are drafts', async () => {
      const draft = await enterDraw(site, '2026-01-05');
      const path = `/api/admin/draws/${draft.id}`;
      for (const [action, onHold] of [
        ['hold', true],
        ['hold', true],
        ['release', false],
        ['release', false],
      ] as const) {
        const response = await site.editor('POST', `${path}/${action}`);
        expect(response.status).toBe(200);
        const changed = adminDrawSchema.parse(await response.json());
        expect(changed).toMatchObject({ onHold, published: false });
        expect(response.headers.get('ETag')).toBe(changed.etag);
        expect(await publicStatus(draft)).toBe(404);
      }
      await site.editor('POST', `${path}/publish`);
      for (const action of ['hold', 'release']) {
        const refused = await site.editor('POST', `${path}/${action}`);
        expect([refused.status, (await refused.json()).code]).toEqual([409, 'draw-published']);
      }
    });

    test('lists what other settings would publish at once, and refuses other parameters', async () => {
      const dueWith = async (query: string) => {
        const response = await site.editor('GET', `/api/admin/drafts/due?${query}`);
        return [response.status, await response.json()];
      };
      expect(await dueWith('autoPublish=true&publishGenerated=true&publishDelay=15')).toEqual([
        200,
        { items: [] },
      ]);
      for (const query of [
        'autoPublish=1',
        'publishDelay=61',
        'publishDelay=x',
        'publishGenerated=on',
        'x=1',
      ])
        expect(await dueWith(query), query).toMatchObject([422, { code: 'invalid' }]);
    });

    test('returns 412 for an outdated If-Match', async () => {
      const { id, etag } = await enterDraw(site, '2026-01-02');
      const path = `/api/admin/draws/${id}`;
      const first = await site.editor('PATCH', path, {
        body: { digit1: '7' },
        headers: { 'If-Match': etag },
      });
      expect(first.status).toBe(200);
      for (const [method, where, body] of [
        ['PATCH', path, { digit1: '8' }],
        ['POST', `${path}/publish`, undefined],
        ['POST', `${path}/unpublish`, undefined],
        ['POST', `${path}/hold`, undefined],
        ['POST', `${path}/release`, undefined],
        ['DELETE', path, undefined],
      ] as const) {
        const second = await site.admin(method, where, { body, headers: { 'If-Match': etag } });
        expect([second.status, (await second.json()).code]).toEqual([412, 'stale']);
      }
      const now = await site.admin('GET', path);
      expect(await now.json()).toMatchObject({ digit1: '7', published: false });
      const current = now.headers.get('ETag') ?? '';
      for (const tag of [current, `W/${current}`, '*']) {
        const response = await site.admin('PATCH', path, {
          body: { digit1: '7' },
          headers: { 'If-Match': tag },
        });
        expect(response.status).toBe(200);
      }
    });

    test('returns 409 for a taken slot and for a taken draw number', async () => {
      const { drawNo } = await enterDraw(site, '2026-01-03');
      const sameSlot = await site.admin('POST', '/api/admin/draws', {
        body: { ...newDraw('2026-01-03', '10:00', '00000'), drawNo: 'OTHER-1' },
      });
      expect([sameSlot.status, (await sameSlot.json()).code]).toEqual([409, 'draw-exists']);
      const sameNumber = await site.admin('POST', '/api/admin/draws', {
        body: { ...newDraw('2026-01-04', '10:00', '00000'), drawNo },
      });
      expect([sameNumber.status, (await sameNumber.json()).code]).toEqual([409, 'draw-number-taken']);
    });

    test('are listed with drafts, filtered by status, in pages', async () => {
      await enterDraw(site, '2026-02-01');
      await enterDraw(site, '2026-02-02', true);
      const statusOf = async (query: string) =>
        adminDrawPageSchema
          .parse(await getJson(`/api/admin/draws?month=2026-02${query}`))
          .items.map(({ date, published }) => [date, published]);
      expect(await statusOf('')).toEqual([
        ['2026-02-02', true],
        ['2026-02-01', false],
      ]);
      expect(await statusOf('&status=draft')).toEqual([['2026-02-01', false]]);
      expect(await statusOf('&status=published')).toEqual([['2026-02-02', true]]);
      const { nextCursor } = await getJson('/api/admin/draws?month=2026-02&limit=1');
      expect(await statusOf(`&cursor=${nextCursor}`)).toEqual([['2026-02-01', false]]);
    });

    test('are exported as CSV with their status', async () => {
      await enterDraw(site, '2026-03-01');
      await enterDraw(site, '2026-03-02', true);
      const response = await site.editor('GET', '/api/admin/draws.csv?month=2026-03');
      expect(response.headers.get('Content-Disposition')).toBe(
        `attachment; filename="admin-draws-${TODAY}.csv"`,
      );
      expect(await response.text()).toBe(
        [
          'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status',
          '2026-03-02,10:00,SC020320261,1,2,3,4,5,Published',
          '2026-03-01,10:00,SC010320261,1,2,3,4,5,Draft',
          '',
        ].join('\n'),
      );
    });

    test('drafts are created for the missing slots of today', async () => {
      await site.editor('POST', '/api/admin/drafts');
      const { items } = await getJson(`/api/admin/draws?date=${TODAY}`);
      expect(items).toHaveLength(5);
      await site.admin('DELETE', `/api/admin/draws/${items[0].id}`);
      expect(await (await site.editor('POST', '/api/admin/drafts')).json()).toEqual({ created: 1 });
      expect(await (await site.editor('POST', '/api/admin/drafts')).json()).toEqual({ created: 0 });
    });
  });

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
