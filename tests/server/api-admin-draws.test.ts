/** Draws in the admin API over HTTP, on both databases. */
import { describe, expect, test } from 'bun:test';
import { adminDrawPageSchema, adminDrawSchema } from '../../src/contract/draws.ts';
import { enterDraw, newDraw, TODAY } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({}, (site) => {
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
      for (const delay of [0, 15, 60])
        expect(await dueWith(`autoPublish=true&publishGenerated=true&publishDelay=${delay}`)).toEqual([
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
});
