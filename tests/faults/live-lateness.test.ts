/** A result reaches hundreds of visitors within a second of the instant at which it is due. */
import { expect, test } from 'bun:test';
import type { Hello } from '../../src/contract/live.ts';
import { instantOf, SECOND } from '../../src/core/ist-time.ts';
import { isEvent, listenTo } from '../support/live-client.ts';
import { openManyStreams } from '../support/many-streams.ts';
import { startServer } from '../support/server.ts';

const VISITORS = 300;
const DUE = instantOf('2026-11-15', '10:15');
/** Time for the drafts to be created and all clients to connect. */
const BEFORE = 8 * SECOND;

test('every client gets the publication within a second', async () => {
  const server = await startServer({
    CLOCK_START: new Date(DUE - BEFORE).toISOString(),
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    const streams = await openManyStreams(server.url, VISITORS);
    const client = await listenTo(`${server.url}/api/live`);
    const hello = await client.waitFor(isEvent('hello'));
    expect((hello.data as Hello).visitors).toBe(VISITORS + 1);
    const due = await findDueHere(server.url);
    expect(due.earliest).toBeGreaterThan(Date.now());

    await client.waitFor(isEvent('change'), BEFORE + 2 * SECOND);
    const deadline = Date.now() + SECOND;
    let arrivals = streams.arrivals('"table":"draws"');
    while (arrivals.includes(undefined) && Date.now() < deadline) {
      await Bun.sleep(10);
      arrivals = streams.arrivals('"table":"draws"');
    }
    streams.close();
    client.close();

    expect(arrivals).toHaveLength(VISITORS);
    expect(
      Math.max(...arrivals.map((at) => at ?? Number.POSITIVE_INFINITY)) - due.latest,
    ).toBeLessThanOrEqual(SECOND);
    expect(Math.min(...arrivals.map((at) => at ?? 0))).toBeGreaterThanOrEqual(due.earliest);
    expect(client.changes()).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

/** The due instant by this machine's clock: the server reads its own between a request and the response. */
async function findDueHere(url: string): Promise<{ earliest: number; latest: number }> {
  let [earliest, latest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let sample = 0; sample < 5; sample += 1) {
    const sentAt = Date.now();
    const { time } = await (await fetch(`${url}/api/health`)).json();
    const untilDue = DUE - Date.parse(time);
    // Both clocks are read in whole milliseconds.
    earliest = Math.max(earliest, sentAt + untilDue - 1);
    latest = Math.min(latest, Date.now() + untilDue + 1);
  }
  return { earliest, latest };
}
