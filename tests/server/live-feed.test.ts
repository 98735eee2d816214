/** The live stream as its clients see it: the first message, changes, resuming, and resets. */
import { describe, expect, test } from 'bun:test';
import {
  adminChangeSchema,
  helloSchema,
  INVALIDATION_TABLES,
  LIVE_TABLES,
  pingSchema,
  publicChangeSchema,
} from '../../src/contract/live.ts';
import { DAY } from '../../src/core/ist-time.ts';
import { STREAM_LIMITS } from '../../src/server/live/stream-limits.ts';
import { createFaq, deleteFaq, editFaq } from '../../src/server/services/content/faqs.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { headFor } from '../../src/server/storage/feed/feed-cursor.ts';
import {
  appendFeed,
  pruneFeed,
  readFeedState,
  startNewEpoch,
} from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { isChangeOf, isEvent, type LiveClient } from '../support/live-client.ts';
import { startLiveSite } from './live-site.ts';
import { EDITOR, newDrawFor } from './services-context.ts';

let order = 0;

/** Each at the end of the list: a taken order would also change the others. */
function addFaq(services: ServiceContext, question = 'Why?') {
  order += 1;
  return createFaq(services, { question, answer: 'Because.', order }, EDITOR);
}

const cursorOf = ({ cursor }: LiveClient): string => cursor() ?? '';
const typesOf = (client: LiveClient) =>
  client
    .changes()
    .filter(({ table }) => table !== 'activity')
    .map(({ table, type }) => `${table} ${type}`);

describeOnBothDatabases('the live stream', (engine) => {
  engine.onSqlite('begins with hello and the headers of an event stream', async () => {
    const { listen, live } = await startLiveSite(engine);
    const client = await listen();
    const { data, id } = await client.waitFor(isEvent('hello'));
    const hello = helloSchema.parse(data);
    expect(hello).toMatchObject({ cursor: live.cursor('public'), visitors: 1 });
    expect(id).toBe(hello.cursor);
    const { headers } = client.response;
    expect(headers.get('content-type')).toStartWith('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  engine.onSqlite('sends a ping without an id when there was no message for a while', async () => {
    const { listen } = await startLiveSite(engine, { limits: { ...STREAM_LIMITS, silence: 100 } });
    for (const client of [await listen(), await listen({ audience: 'admin' })]) {
      const { data, id } = await client.waitFor(isEvent('ping'));
      const { time } = pingSchema.parse(data);
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(5_000);
      expect(id).toBe(null);
    }
  });

  test('sends each change at once, in the schema of the contract', async () => {
    const { services, listen } = await startLiveSite(engine);
    const [visitor, staff] = [await listen(), await listen({ audience: 'admin' })];
    const faq = await addFaq(services);
    await editFaq(services, { id: faq.id, patch: { answer: 'Therefore.' } }, EDITOR);
    await deleteFaq(services, { id: faq.id }, EDITOR);
    const deletion = ({ data }: { data: unknown }) => (data as { type?: string }).type === 'DELETE';
    for (const client of [visitor, staff]) {
      expect(await client.waitFor(deletion, 300)).toMatchObject({
        data: { table: 'faqs', type: 'DELETE', row: { id: faq.id } },
      });
      expect(typesOf(client)).toEqual(['faqs INSERT', 'faqs UPDATE', 'faqs DELETE']);
    }
    for (const change of visitor.changes()) publicChangeSchema.parse(change);
    for (const change of staff.changes()) adminChangeSchema.parse(change);
  });

  test('sends no draft to the public; publishing is an INSERT, unpublishing a DELETE', async () => {
    const { services, listen, live } = await startLiveSite(engine);
    const [visitor, staff] = [await listen(), await listen({ audience: 'admin' })];
    const before = live.cursor('public');
    const draft = await createDraw(services, newDrawFor('10:00', '12345'), EDITOR);
    expect(live.cursor('public')).toBe(before);
    expect(live.publicVersion()).toBe(0);
    await publishDraw(services, { id: draft.id }, EDITOR);
    await unpublishDraw(services, { id: draft.id }, EDITOR);
    await staff.waitFor(({ data }) => JSON.stringify(data).includes('"onHold":true'));
    await visitor.waitFor(({ data }) => JSON.stringify(data).includes('DELETE'));
    expect(typesOf(visitor)).toEqual(['draws INSERT', 'draws DELETE']);
    expect(typesOf(staff)).toEqual(['draws INSERT', 'draws UPDATE', 'draws UPDATE']);
    expect(visitor.changes()[1]?.row).toEqual({ id: draft.id });
  });

  test('sends what another process writes within about a second', async () => {
    const location = await engine.newLocation();
    const { listen } = await startLiveSite(engine, { location });
    const elsewhere = await startLiveSite(engine, { location });
    const client = await listen();
    const since = performance.now();
    const faq = await addFaq(elsewhere.services);
    const { at } = await client.waitFor(isChangeOf(faq.id));
    expect(at - since).toBeLessThan(1_500);
  });

  engine.onSqlite('counts visitors, not staff', async () => {
    const location = await engine.newLocation();
    const { listen, live } = await startLiveSite(engine, { location });
    const clients = [await listen(), await listen(), await listen({ audience: 'admin' })];
    expect(live.visitors.count()).toBe(2);
    clients[0]?.close();
    while (live.visitors.count() > 1) await Bun.sleep(5);
    expect(await live.visitors.history()).toEqual([]);
  });

  engine.onSqlite('ends a staff stream when its owner loses access', async () => {
    const site = await startLiveSite(engine, { limits: { ...STREAM_LIMITS, recheck: 50 } });
    const staff = await site.listen({ audience: 'admin' });
    await Bun.sleep(200);
    await addFaq(site.services, 'Still there?');
    await staff.waitFor(isEvent('change'));
    site.allowStaff(false);
    await staff.ended;
  });

  engine.onSqlite('sends nothing to a staff member who has just lost access', async () => {
    const site = await startLiveSite(engine);
    const staff = await site.listen({ audience: 'admin' });
    await addFaq(site.services, 'Still there?');
    await staff.waitFor(isEvent('change'));
    site.allowStaff(false);
    await addFaq(site.services, 'Secret?');
    await staff.ended;
    expect(JSON.stringify(staff.events)).not.toContain('Secret?');
  });

  engine.onSqlite('ends every stream when it stops', async () => {
    const { listen, live } = await startLiveSite(engine);
    const client = await listen();
    await live.stop();
    await client.ended;
  });

  describe('resuming', () => {
    test('sends missed changes once, in order, and then new ones', async () => {
      const { services, listen } = await startLiveSite(engine);
      const first = await listen();
      await first.waitFor(isEvent('hello'));
      first.close();
      const faqs = [await addFaq(services, 'One?'), await addFaq(services, 'Two?')];
      const second = await listen({ after: cursorOf(first) });
      faqs.push(await addFaq(services, 'Three?'));
      await second.waitFor(isChangeOf(faqs[2]?.id ?? ''));
      expect(second.events[0]?.id).toBe(cursorOf(first));
      expect(second.changes().map(({ row }) => row.id)).toEqual(faqs.map(({ id }) => id));
      expect(second.events.some(isEvent('reset'))).toBe(false);
    });

    test('works after a restart of the server, but not from more than 200 changes before', async () => {
      const location = await engine.newLocation();
      const before = await startLiveSite(engine, { location });
      const first = await before.listen();
      await first.waitFor(isEvent('hello'));
      const faqs = [await addFaq(before.services, 'One?'), await addFaq(before.services, 'Two?')];
      const draw = await createDraw(
        before.services,
        newDrawFor('10:00', '12345', { published: true }),
        EDITOR,
      );
      const publication = headFor(await readFeedState(before.services.database.db), 'public').id;
      const last = await addFaq(before.services, 'Three?');
      const after = await startLiveSite(engine, { location });
      const second = await after.listen({ after: first.events[0]?.id ?? '' });
      await second.waitFor(isChangeOf(last.id));
      const others = [...faqs, last].map(({ id }) => id);
      // A result comes before other changes.
      expect(second.changes().map(({ row }) => row.id)).toEqual([draw.id, ...others]);
      // A client that got the result before the other changes does not get it again.
      const third = await after.listen({ after: `${first.events[0]?.id}-${publication}` });
      await third.waitFor(isChangeOf(last.id));
      expect(third.changes().map(({ row }) => row.id)).toEqual(others);

      const row = { id: 'x', question: 'Q', answer: 'A', order: 1, language: null };
      const change = { table: 'faqs', type: 'UPDATE', row } as const;
      const both = { admin: { ...change, row: { ...row, etag: '"1"' } }, public: change };
      const many = Array.from({ length: 200 }, () => both);
      await after.services.database.write((tx) => appendFeed(tx, Date.now(), many));
      await after.live.wake();
      const restarted = await startLiveSite(engine, { location });
      for (const site of [after, restarted]) {
        const late = await site.listen({ after: second.events.at(-1)?.id ?? '' });
        await late.waitFor(isChangeOf('x'));
        expect(late.events.map(({ event }) => event)).not.toContain('reset');
        const tooLate = await site.listen({ after: first.events[0]?.id ?? '' });
        await tooLate.waitFor(isEvent('reset'));
      }
    });

    test('with a newer cursor of another node causes no reset', async () => {
      const location = await engine.newLocation();
      const [here, there] = [
        await startLiveSite(engine, { location }),
        await startLiveSite(engine, { location }),
      ];
      const faq = await addFaq(there.services);
      const client = await here.listen({ after: there.live.cursor('public') });
      const next = await addFaq(here.services);
      await client.waitFor(isChangeOf(next.id));
      expect(client.events.map(({ event }) => event)).toEqual(['hello', 'change']);
      expect(client.changes().some(({ row }) => row.id === faq.id)).toBe(false);
    });
  });

  describe('a reset', () => {
    test('is sent when changes are pruned before this node has read all of them', async () => {
      const { services, listen, live } = await startLiveSite(engine);
      const client = await listen();
      await client.waitFor(isEvent('hello'));
      let isPruned = false;
      // Called between the reading of both feeds.
      live.beforeClients(async () => {
        if (isPruned) return;
        isPruned = true;
        await services.database.write((tx) => pruneFeed(tx, Date.now() + DAY));
      });
      await addFaq(services);
      await live.wake();
      await live.wake();
      await client.waitFor(isEvent('reset'));
    });

    engine.onSqlite('is sent for an invalid, a future and an empty cursor, and another epoch', async () => {
      const { services, listen, live } = await startLiveSite(engine);
      await addFaq(services);
      const head = live.cursor('public');
      const invalid = [
        'nonsense\nevent: evil',
        '00000000-0000-4000-8000-000000000000.1',
        head.replace(/\d+$/, '999999'),
        '',
      ];
      for (const after of invalid) {
        const client = await listen({ after });
        const { id } = await client.waitFor(isEvent('reset'));
        expect(client.events.map(({ event }) => event)).toEqual(['hello', 'reset']);
        expect([client.events[0]?.id, id]).toEqual([null, head]);
      }
    });

    test('is sent for a cursor that is older than the pruned feed', async () => {
      const location = await engine.newLocation();
      const before = await startLiveSite(engine, { location });
      const old = before.live.cursor('public');
      const database = before.services.database;
      await addFaq(before.services, 'One?');
      await database.write((tx) => pruneFeed(tx, Date.now() + DAY));
      await addFaq(before.services, 'Two?');
      const client = await (await startLiveSite(engine, { location })).listen({ after: old });
      await client.waitFor(isEvent('reset'));
      expect(client.changes()).toEqual([]);
    });

    test('is sent if entries were pruned before this node read them', async () => {
      const { services, live, listen } = await startLiveSite(engine);
      const clients = [await listen(), await listen({ audience: 'admin' })];
      for (const client of clients) await client.waitFor(isEvent('hello'));
      const row = { id: 'x', question: 'Q', answer: 'A', order: 1, language: null };
      const change = { table: 'faqs', type: 'INSERT', row } as const;
      // In one transaction, so that nobody reads the entry in between.
      await services.database.write(async (tx) => {
        await appendFeed(tx, Date.now(), [
          { admin: { ...change, row: { ...row, etag: '"1"' } }, public: change },
        ]);
        await pruneFeed(tx, Date.now() + DAY);
      });
      await live.wake();
      for (const client of clients) await client.waitFor(isEvent('reset'));
    });

    test('is sent to every stream after a restore, and then changes continue', async () => {
      const { services, listen, live, lines } = await startLiveSite(engine);
      await addFaq(services);
      const clients = [await listen(), await listen({ audience: 'admin' })];
      const versionBefore = live.publicVersion();
      const reported = new Set<string>();
      live.afterClients((tables) => {
        for (const table of tables) reported.add(table);
      });
      await services.database.write((tx) => startNewEpoch(tx, 'restored'));
      for (const client of clients) await client.waitFor(isEvent('reset'));
      const cursors = (event: string) => clients.map(({ events }) => events.findLast(isEvent(event))?.id);
      // Staff have other ids, which also count the entries of the activity log.
      expect(cursors('reset')).toEqual(['restored.1', 'restored.2']);
      expect(live.publicVersion()).toBeGreaterThan(versionBefore);
      expect([...reported].sort()).toEqual([...LIVE_TABLES, ...INVALIDATION_TABLES].sort());
      expect(lines.filter((line) => line.includes('the feed was replaced'))).toHaveLength(1);
      const faq = await addFaq(services);
      const changes = await Promise.all(clients.map((client) => client.waitFor(isChangeOf(faq.id))));
      expect(changes.map(({ id }) => id)).toEqual(['restored.2', 'restored.3']);
    });
  });
});
