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
    const { time, visitors } = hello.data as Hello;
    expect(visitors).toBe(VISITORS + 1);
    /** The due instant by this machine's clock. */
    const dueHere = Date.now() - (performance.now() - hello.at) + DUE - Date.parse(time);
    expect(dueHere).toBeGreaterThan(Date.now());

    await client.waitFor(isEvent('change'), BEFORE + 2 * SECOND);
    const deadline = Date.now() + SECOND;
    let arrivals = streams.arrivals('"table":"draws"');
    while (arrivals.includes(undefined) && Date.now() < deadline) {
      await Bun.sleep(10);
      arrivals = streams.arrivals('"table":"draws"');
    }
    streams.close();
    client.close();

    const lateness = arrivals.map((at) => (at ?? Number.POSITIVE_INFINITY) - dueHere);
    expect(lateness).toHaveLength(VISITORS);
    expect(Math.max(...lateness)).toBeLessThanOrEqual(SECOND);
    // The two clocks are compared over a connection, with an error of a few milliseconds.
    expect(Math.min(...lateness)).toBeGreaterThan(-20);
    expect(client.changes()).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
