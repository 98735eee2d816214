/** A client that is disconnected again and again during many changes ends with exactly the server's state. */

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { PublicChange } from '../../src/contract/live.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { createFaq, deleteFaq, editFaq } from '../../src/server/services/content/faqs.ts';
import { createArticle, deleteArticle, editArticle } from '../../src/server/services/content/news.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { createDraw, deleteDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { listFaqs, listNews, listPublishedDraws } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { isEvent, type LiveClient } from '../support/live-client.ts';
import { applyToSite, placeOf, type SiteState } from '../support/site-state.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';

const CHANGES = 100;
const RECONNECTS = 12;
const SEED = 20_261_115;

const readState = async ({ database: { db } }: ServiceContext): Promise<SiteState> => ({
  draws: (await listPublishedDraws(db, { limit: 500 })).items,
  news_posts: (await listNews(db, { limit: 500 })).items,
  faqs: await listFaqs(db),
});

/** Creates, changes or deletes one of a few rows, depending on what exists. */
type RandomChange = {
  what: 'faq' | 'article' | 'draw';
  row: number;
  remove: boolean;
  pause: number;
  text: string;
};

const anyChange: fc.Arbitrary<RandomChange> = fc.record({
  what: fc.constantFrom('faq', 'article', 'draw'),
  row: fc.nat({ max: 4 }),
  // Rarely, because each deletion is one more message, and only ten are sent in a second.
  remove: fc.nat({ max: 9 }).map((roll) => roll === 0),
  pause: fc.nat({ max: 5 }),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `Q ${text}`),
});

function createWriter() {
  const ids = new Map<string, string>();
  const published = new Set<string>();
  const forget = (key: string) => {
    ids.delete(key);
    published.delete(key);
  };

  return async (services: ServiceContext, { what, row, remove, text }: RandomChange): Promise<void> => {
    const key = `${what} ${row}`;
    const id = ids.get(key);
    switch (what) {
      case 'faq': {
        if (!id) {
          const faq = await createFaq(services, { question: text, answer: text, order: row + 1 }, EDITOR);
          ids.set(key, faq.id);
        } else if (remove) {
          await deleteFaq(services, { id }, EDITOR);
          forget(key);
        } else await editFaq(services, { id, patch: { answer: text } }, EDITOR);
        return;
      }
      case 'article': {
        if (!id) {
          const article = await createArticle(services, { title: text, body: text, author: 'Desk' }, EDITOR);
          ids.set(key, article.id);
        } else if (remove) {
          await deleteArticle(services, { id }, EDITOR);
          forget(key);
        } else await editArticle(services, { id, patch: { body: text } }, EDITOR);
        return;
      }
      case 'draw': {
        if (!id) {
          const draw = newDrawFor(SLOTS[row] ?? '10:00', '12345', { date: TODAY });
          ids.set(key, (await createDraw(services, draw, EDITOR)).id);
        } else if (published.has(key)) {
          if (remove) {
            await deleteDraw(services, { id }, EDITOR);
            forget(key);
          } else {
            await unpublishDraw(services, { id }, EDITOR);
            published.delete(key);
          }
        } else {
          await publishDraw(services, { id }, EDITOR);
          published.add(key);
        }
      }
    }
  };
}

/** Reconnects repeatedly from its cursor, then stays connected until the last change. */
async function followWithReconnects(site: LiveSite, pauses: number[], isOver: () => boolean) {
  let cursor = site.live.cursor('public');
  let state = await readState(site.services);
  const received: { cursor: string; table: string }[] = [];
  const applyEvents = (client: LiveClient) => {
    for (const { event, id, data } of client.events) {
      expect(['hello', 'change']).toContain(event);
      if (event !== 'change' || id === null) continue;
      const change = data as PublicChange;
      received.push({ cursor: id, table: change.table });
      state = applyToSite(state, change);
    }
    cursor = client.cursor() ?? cursor;
  };
  let connections = 0;
  for (const pause of pauses) {
    // A cursor of one way to connect is valid for the other.
    const client = await site.listen({ after: cursor, bySocket: connections % 2 === 1 });
    connections += 1;
    await Bun.sleep(pause);
    client.close();
    applyEvents(client);
  }
  while (!isOver()) await Bun.sleep(5);
  const last = await site.listen({ after: cursor });
  const head = site.live.cursor('public');
  if (cursor !== head) await last.waitFor(({ id }) => id === head, 15_000);
  await last.waitFor(isEvent('hello'));
  applyEvents(last);
  return { state, received, connections };
}

describeOnBothDatabases('a client that reconnects repeatedly', (engine) => {
  test('misses nothing and gets nothing twice', async () => {
    const location = await engine.newLocation();
    const site = await startLiveSite(engine, { location });
    const writers = [site.services];
    if (engine.kind === 'postgres') writers.push((await startLiveSite(engine, { location })).services);

    const changes = fc.sample(anyChange, { numRuns: CHANGES, seed: SEED });
    const pauses = fc.sample(fc.integer({ min: 1, max: 100 }), { numRuns: RECONNECTS, seed: SEED });
    let isOver = false;
    // On PostgreSQL two nodes share the rows and write at the same time.
    const writingOnEach = writers.map(async (services, node) => {
      const write = createWriter();
      for (const change of changes.filter(({ row }) => row % writers.length === node)) {
        await write(services, change);
        await Bun.sleep(change.pause);
      }
    });
    const writing = Promise.all(writingOnEach).then(async () => {
      // Not a result, which may be sent before others: this change must be the last.
      await createFaq(site.services, { question: 'Last', answer: 'Last', order: 9 }, EDITOR);
      await site.live.wake();
      isOver = true;
    });
    const { state, received, connections } = await followWithReconnects(site, pauses, () => isOver);
    await writing;

    expect(connections).toBe(RECONNECTS);
    expect(state).toEqual(await readState(site.services));
    // Results are sent before other changes; within each kind the order is kept.
    for (const isResult of [true, false]) {
      const sameKind = received.filter(({ table }) => (table === 'draws') === isResult);
      const places = sameKind.map(({ cursor }) => placeOf(cursor));
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    }
    expect(received.length).toBeGreaterThan(RECONNECTS);
  }, 60_000);

  test('does not get a withdrawn result afterwards, from any cursor', async () => {
    const site = await startLiveSite(engine);
    const { id } = await createDraw(site.services, newDrawFor('17:00', '77759'), EDITOR);
    const before = site.live.cursor('public');
    await publishDraw(site.services, { id }, EDITOR);
    const published = site.live.cursor('public');
    await unpublishDraw(site.services, { id }, EDITOR);
    const epoch = before.split('.')[0];
    for (const [index, after] of [`${epoch}.0`, before, published].entries()) {
      const client = await site.listen({ after, bySocket: index === 1 });
      await client.waitFor(({ event }) => event === 'change');
      expect(client.changes()).toEqual([{ table: 'draws', type: 'DELETE', row: { id } }]);
      expect(JSON.stringify(client.events)).not.toContain('77759');
      expect(JSON.stringify(client.events)).not.toContain('digit');
    }
  });
});
