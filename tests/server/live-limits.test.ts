/** The limits of open streams, and that a stream which failed to open does not count. */
import { expect, test } from 'bun:test';
import { STREAM_LIMITS, type StreamLimits } from '../../src/server/live/stream-limits.ts';
import type { EventStreamRequest } from '../../src/server/live/streams.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';

const limitsWith = (streams: Partial<StreamLimits['streams']>): StreamLimits => ({
  ...STREAM_LIMITS,
  streams: { ...STREAM_LIMITS.streams, ...streams },
});
const TWO_VISITORS = limitsWith({ public: { total: 2, perSource: 2 } });

const request = (more: Partial<EventStreamRequest> = {}): EventStreamRequest => ({
  audience: 'public',
  after: null,
  source: '203.0.113.1',
  keepOpen: () => {},
  signal: new AbortController().signal,
  ...more,
});

/** Checks that exactly two streams can be opened. */
async function expectRoomForTwo({ listen, live }: LiveSite): Promise<void> {
  expect(live.visitors.count()).toBe(0);
  const statuses = [];
  for (let stream = 0; stream < 3; stream += 1) statuses.push((await listen()).response.status);
  expect(statuses).toEqual([200, 200, 503]);
}

async function openHundred({ live }: LiveSite, more: () => Partial<EventStreamRequest>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let opening = 0; opening < 100; opening += 1) {
    outcomes.push(
      await live.openStream(request(more())).then(
        () => 'opened',
        () => 'failed',
      ),
    );
  }
  return outcomes;
}

describeOnBothDatabases('streams', (engine) => {
  test('over the limit get 503 with Retry-After, until another one ends', async () => {
    const site = await startLiveSite(engine, { limits: TWO_VISITORS });
    const [first] = [await site.listen(), await site.listen()];
    const { response } = await site.listen();
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    while (!site.lines.some((line) => line.includes('live streams refused'))) await Bun.sleep(20);
    first?.close();
    while (site.live.visitors.count() > 1) await Bun.sleep(5);
    expect((await site.listen()).response.status).toBe(200);
  });

  engine.onSqlite('of staff have their own limit, also for each account', async () => {
    const limits = limitsWith({ public: { total: 1, perSource: 1 }, admin: { total: 3, perSource: 2 } });
    const site = await startLiveSite(engine, { limits });
    await site.listen();
    expect((await site.listen()).response.status).toBe(503);
    const statuses = [];
    for (let tab = 0; tab < 3; tab += 1)
      statuses.push((await site.listen({ audience: 'admin' })).response.status);
    expect(statuses).toEqual([200, 200, 503]);
    await site.live.openStream(request({ audience: 'admin', source: 'another account' }));
  });

  engine.onSqlite('do not count when the client disconnects before they open', async () => {
    const site = await startLiveSite(engine, { limits: TWO_VISITORS });
    await openHundred(site, () => ({ signal: AbortSignal.abort() }));
    await expectRoomForTwo(site);
  });

  engine.onSqlite('do not count when opening throws', async () => {
    const site = await startLiveSite(engine, { limits: TWO_VISITORS });
    const keepOpen = () => {
      throw new Error('the connection is gone');
    };
    expect(new Set(await openHundred(site, () => ({ keepOpen })))).toEqual(new Set(['failed']));
    await expectRoomForTwo(site);
  });

  engine.onSqlite('that are opening when the server stops are refused', async () => {
    const { live } = await startLiveSite(engine);
    // For a cursor that it does not know the node reads the feed first.
    const opening = Array.from({ length: 100 }, () =>
      live
        .openStream(request({ after: `${live.cursor('public').split('.')[0]}.999` }))
        .catch(() => 'refused'),
    );
    const stopping = live.stop();
    expect(new Set(await Promise.all(opening))).toEqual(new Set(['refused']));
    await stopping;
    expect(live.visitors.count()).toBe(0);
    await expect(live.openStream(request())).rejects.toThrow('Too many live connections');
  });
});
