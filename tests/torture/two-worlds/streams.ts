/** Compares the live streams of both servers message by message. */
import { isEvent, type LiveClient, listenBySocket, listenTo } from '../../support/live-client.ts';
import type { Random } from '../random.ts';
import type { Violations } from '../scenario.ts';
import { findSecrets } from './secrets.ts';
import type { TwoWorlds } from './two-servers.ts';
import type { World } from './world.ts';

const TIMEOUT = 10_000;

/** Compares streams from several cursors, after both servers show the last change; returns their number. */
export async function compareStreams(
  worlds: TwoWorlds,
  violations: Violations,
  random: Random,
): Promise<number> {
  const { first, second } = worlds;
  await waitUntilEqual(first, second);
  const cursor = await readCursor(first);
  const [epoch = '', number = '0'] = cursor.split('.');
  const cursors = ['', cursor, `${epoch}.${random.integer(0, Number(number))}`, 'long-ago.1'];
  const streams = cursors.flatMap((after) => [listenTo, listenBySocket].map((listen) => ({ after, listen })));
  for (const { after, listen } of streams) {
    const [one, other] = await Promise.all([record(first, after, listen), record(second, after, listen)]);
    if (one !== other) violations.add(`streams after "${after}" differ: ${one} | ${other}`);
    for (const text of [one, other]) {
      for (const secret of findSecrets(Buffer.from(text), '')) {
        violations.add(`a stream after "${after}" contains ${secret}`);
      }
    }
  }
  return streams.length;
}

const readCursor = async (world: World): Promise<string> =>
  (await (await fetch(`${world.url}/api/today`)).json()).cursor;

async function waitUntilEqual(first: World, second: World): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  while ((await readCursor(first)) !== (await readCursor(second))) {
    if (performance.now() > deadline) throw new Error('the public cursors of the worlds stay different');
    await Bun.sleep(5);
  }
}

/** Reads the stream until it has sent all changes after the cursor. */
async function record(world: World, after: string, listen: typeof listenTo): Promise<string> {
  await waitUntilEmpty(world);
  const stream = await listen(`${world.url}/api/live${after && `?after=${after}`}`);
  const hello = await stream.waitFor(isEvent('hello'), TIMEOUT);
  const { cursor } = hello.data as { cursor: string };
  if (after !== '' && after !== cursor) await waitForEnd(stream, cursor);
  stream.close();
  const headers = [...stream.response.headers]
    .filter(([name]) => !['date', 'x-request-id'].includes(name))
    .sort();
  return JSON.stringify({
    headers,
    events: stream.events.map(({ event, id, data }) => ({ event, id, data })),
  });
}

const waitForEnd = (stream: LiveClient, cursor: string) =>
  stream.waitFor(({ event, id }) => event === 'reset' || (event === 'change' && id === cursor), TIMEOUT);

/** A closed stream counts as a visitor for a short time. */
async function waitUntilEmpty(world: World): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  while ((await (await world.asAdmin('GET', '/api/admin/dashboard')).json()).visitors > 0) {
    if (performance.now() > deadline) throw new Error('visitors are counted although no stream is open');
    await Bun.sleep(5);
  }
}
