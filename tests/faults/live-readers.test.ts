/** Clients that read too slowly, and changes that come too fast, over real connections. */
import { expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { STREAM_LIMITS } from '../../src/server/live/stream-limits.ts';
import { createFaq, editFaq } from '../../src/server/services/content/faqs.ts';
import { createArticle, editArticle } from '../../src/server/services/content/news.ts';
import { startLiveSite } from '../server/live-site.ts';
import { EDITOR } from '../server/services-context.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { isChangeOf, type LiveEvent, SOCKET_HEADER_LINES } from '../support/live-client.ts';
import { openWithoutReading } from '../support/strangers.ts';

/** Of fifty kilobytes each: together more than the operating system buffers for a client. */
const MOST_EDITS = 300;

const mostInAnySecond = (events: LiveEvent[]): number =>
  Math.max(...events.map(({ at: end }) => events.filter(({ at }) => at <= end && at > end - SECOND).length));

describeOnSqlite('a client', (engine) => {
  test('that does not read is disconnected, and the others get every change', async () => {
    // A high rate, because the operating system buffers megabytes before the server notices a slow client.
    const site = await startLiveSite(engine, { limits: { ...STREAM_LIMITS, messages: 10_000 } });
    const sleepers = ['', SOCKET_HEADER_LINES].map((headers) =>
      openWithoutReading(site.url, { path: '/api/live', headers }),
    );
    const readers = [await site.listen(), await site.listen({ bySocket: true })];
    while (site.live.visitors.count() < 4) await Bun.sleep(5);

    const article = { title: 'Long', body: 'ഫലം '.repeat(4_000), author: 'Desk' };
    const { id } = await createArticle(site.services, article, EDITOR);
    let edits = 0;
    while (site.live.visitors.count() > 2 && edits < MOST_EDITS) {
      edits += 1;
      const body = `${edits} ${article.body}`;
      await editArticle(site.services, { id, patch: { body } }, EDITOR);
      // Writer and readers share a process: without a pause they could not read either.
      while (readers.some(({ events }) => events.length < edits)) await Bun.sleep(1);
    }
    expect(site.live.visitors.count()).toBe(2);
    for (const reader of readers) {
      await reader.waitFor(({ data }) => JSON.stringify(data).includes(`"body":"${edits} `));
      expect(reader.changes()).toHaveLength(edits + 1);
    }
    for (const sleeper of sleepers) sleeper.destroy();
  });

  test('gets at most ten messages in any second, and the last state of every row', async () => {
    const { services, listen } = await startLiveSite(engine);
    const clients = [await listen(), await listen({ bySocket: true })];
    const ids: string[] = [];
    for (let row = 1; row <= 12; row += 1) {
      const faq = await createFaq(services, { question: `${row}?`, answer: 'No.', order: row }, EDITOR);
      ids.push(faq.id);
      await Bun.sleep(1);
    }
    for (const answer of ['Perhaps.', 'Yes.']) {
      for (const id of ids) {
        await editFaq(services, { id, patch: { answer } }, EDITOR);
        // Writer and reader share a process: without a pause the reader's timestamps would be wrong.
        await Bun.sleep(1);
      }
    }
    const isFinal = ({ data }: LiveEvent) => JSON.stringify(data).includes('Yes.');
    for (const client of clients) {
      for (const id of ids) await client.waitFor((event) => isChangeOf(id)(event) && isFinal(event));
      expect(mostInAnySecond(client.events)).toBeLessThanOrEqual(10);
      expect(client.events.length).toBeLessThan(36);
    }
  });
});
