/** A result is sent before other waiting changes, and a client that disconnects then misses nothing. */
import { expect, test } from 'bun:test';
import { DatabaseDown } from '../../src/server/errors.ts';
import { createFaq } from '../../src/server/services/content/faqs.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { isChangeOf, type LiveClient, type LiveEvent } from '../support/live-client.ts';
import { startLiveSite } from './live-site.ts';
import { EDITOR, newDrawFor } from './services-context.ts';

/** More messages than are sent in a few seconds. */
const CHANGES = 30;

/** In one transaction, so that all of them wait to be sent when the result is published. */
const writeManyChanges = (services: ServiceContext): Promise<void> =>
  services.database.write(async (tx) => {
    const inTransaction: ServiceContext = {
      ...services,
      database: { ...services.database, db: tx, write: (change) => change(tx) },
      changed: async () => {},
    };
    for (let written = 1; written <= CHANGES; written += 1) {
      const text = `${written}`;
      if (written % 2) await createArticle(inTransaction, { title: text, body: text, author: text }, EDITOR);
      else await createFaq(inTransaction, { question: text, answer: text, order: written }, EDITOR);
    }
  });

const isPublicationOf =
  (id: string) =>
  (event: LiveEvent): boolean =>
    isChangeOf(id)(event) && JSON.stringify(event.data).includes('"published":true');

/** Leaves out the activity log, whose waiting changes are merged. */
const changesOf = (client: LiveClient) => client.changes().filter(({ table }) => table !== 'activity');

const rowsOf = (clients: LiveClient[]) =>
  clients.flatMap(changesOf).map(({ table, type, row }) => `${table} ${type} ${row.id}`);

describeOnBothDatabases('a result after many other changes', (engine) => {
  test('is sent before them, and resuming then gives the rest without duplicates', async () => {
    const site = await startLiveSite(engine);
    const { id } = await createDraw(site.services, newDrawFor('10:00', '12345'), EDITOR);
    const audiences = ['public', 'admin'] as const;
    const clients = await Promise.all(audiences.map((audience) => site.listen({ audience })));
    await writeManyChanges(site.services);
    await publishDraw(site.services, { id }, EDITOR);

    await Promise.all(
      clients.map(async (client, index) => {
        const audience = audiences[index] ?? 'public';
        await client.waitFor(isPublicationOf(id));
        client.close();
        await client.ended;
        expect(changesOf(client).length).toBeLessThan(CHANGES);
        const last = await site.listen({ audience, after: client.cursor() ?? '' });

        const expected = CHANGES + 1;
        const isComplete = () => rowsOf([client, last]).length >= expected;
        await last.waitFor(isComplete, 20_000);
        const rows = rowsOf([client, last]);
        expect(rows).toHaveLength(expected);
        expect(new Set(rows).size).toBe(expected);
        expect(last.events.some(({ event }) => event === 'reset')).toBe(false);
        expect(last.changes().some(({ table }) => table === 'draws')).toBe(false);
        expect(changesOf(last).map(({ row }) => row.id)).toEqual(await idsInFeed(site.services, last));
      }),
    );
  }, 60_000);
});

/** The rows that a client received, in the order of the feed. */
async function idsInFeed({ database }: ServiceContext, client: LiveClient): Promise<string[]> {
  const received = new Set(changesOf(client).map(({ row }) => row.id));
  const feed = await database.db.selectFrom('feed').select('row_id').orderBy('id').execute();
  return feed.map(({ row_id }) => row_id).filter((rowId) => received.has(rowId));
}

describeOnBothDatabases('listeners to a change', (engine) => {
  engine.onSqlite(
    'run before clients get it if they asked for that, otherwise after all clients have got it',
    async () => {
      const { live, services } = await startLiveSite(engine);
      const calls: string[] = [];
      live.subscribeToPublic({ receive: () => calls.push('client'), restart: () => {} });
      live.afterClients((tables) => void calls.push(`after: ${[...tables].join()}`));
      live.beforeClients((tables) => void calls.push(`before: ${[...tables].join()}`));
      await createFaq(services, { question: 'Why?', answer: 'Because.', order: 1 }, EDITOR);
      expect(calls).toEqual(['before: faqs,activity', 'client', 'after: faqs,activity']);
    },
  );

  engine.onSqlite('are called again at the next read if the database was down', async () => {
    const { live, services } = await startLiveSite(engine);
    const calls: string[][] = [];
    live.afterClients((tables) => {
      calls.push([...tables]);
      if (calls.length === 1) throw new DatabaseDown('test');
    });
    await createFaq(services, { question: 'Why?', answer: 'Because.', order: 1 }, EDITOR);
    await live.wake();
    expect(calls).toEqual([
      ['faqs', 'activity'],
      ['faqs', 'activity'],
    ]);
  });
});
