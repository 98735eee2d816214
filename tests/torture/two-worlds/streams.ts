/** Live streams of both worlds, compared message by message while nothing else is asked. */
import { isEvent, type LiveClient, listenTo } from '../../support/live-client.ts';
import type { Random } from '../random.ts';
import type { Violations } from '../scenario.ts';
import { findSecrets } from './secrets.ts';
import type { TwoWorlds } from './two-servers.ts';
import type { World } from './world.ts';

const PATIENCE = 10_000;

/** Compares streams from a few cursors, waits until both worlds show the last change, and returns how many there were. */
export async function compareStreams(
  worlds: TwoWorlds,
  violations: Violations,
  random: Random,
): Promise<number> {
  const { first, second } = worlds;
  await waitUntilLevel(first, second);
  const cursor = await readCursor(first);
  const [epoch = '', number = '0'] = cursor.split('.');
  const cursors = ['', cursor, `${epoch}.${random.integer(0, Number(number))}`, 'long-ago.1'];
  for (const after of cursors) {
    const [one, other] = await Promise.all([record(first, after), record(second, after)]);
    if (one !== other) violations.add(`streams after "${after}" differ: ${one} | ${other}`);
    for (const text of [one, other]) {
      for (const secret of findSecrets(Buffer.from(text), '')) {
        violations.add(`a stream after "${after}" tells ${secret}`);
      }
    }
  }
  return cursors.length;
}

const readCursor = async (world: World): Promise<string> =>
  (await (await fetch(`${world.url}/api/today`)).json()).cursor;

async function waitUntilLevel(first: World, second: World): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while ((await readCursor(first)) !== (await readCursor(second))) {
    if (performance.now() > deadline) throw new Error('the public cursors of the worlds stay different');
    await Bun.sleep(5);
  }
}

/** Until everything that the cursor is behind by was told, which a later greeting shows. */
async function record(world: World, after: string): Promise<string> {
  await waitUntilEmpty(world);
  const stream = await listenTo(`${world.url}/api/live${after && `?after=${after}`}`);
  const hello = await stream.waitFor(isEvent('hello'), PATIENCE);
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
  stream.waitFor(({ event, id }) => event === 'reset' || (event === 'change' && id === cursor), PATIENCE);

/** A stream that was closed counts as a visitor for a moment longer. */
async function waitUntilEmpty(world: World): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while ((await (await world.as('GET', '/api/admin/dashboard')).json()).visitors > 0) {
    if (performance.now() > deadline) throw new Error('visitors are counted although no stream is open');
    await Bun.sleep(5);
  }
}
