/** Ten thousand open streams beside nchan: how soon a publication reaches them, and their memory. */
import { SECOND } from '../../src/core/ist-time.ts';
import { isEvent, listenTo } from '../../tests/support/live-client.ts';
import type { Goal, Measurement } from '../measurement.ts';
import { processorTimeOf, residentOf } from '../process-figures.ts';
import { type BenchSite, startSite } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';
import { hasNchan, startNchan } from './nchan.ts';
import { PUBLISHED, TRANSPORTS, type Transport, WITHDRAWN } from './transports.ts';
import type { StreamPlan } from './viewer-sockets.ts';
import { type Order, type Outcome, startViewers, type Viewers } from './viewers.ts';

export const streams: Subject = {
  name: 'streams',
  title: 'Live streams beside nchan',
  method:
    'One program on the other core opens all streams as plain sockets, publishes, and notes when each stream has the message. The site publishes a draft (a transaction on the disk, then its feed); nchan gets a POST with the bytes of the same message. Both have their streams open at the same time and publish in turns. Times count from the request to publish. Memory is the resident memory of all processes of the server.',
  run: measureStreams,
};

const WITHIN = 20_000;
const SETTLE = 2_000;

/** The highest ratios to nchan. */
const GOALS: Record<Transport, { lateness: number; memory: number }> = {
  websocket: { lateness: 0.9, memory: 0.5 },
  sse: { lateness: 1.1, memory: 1 },
};

/** Of one server in one repetition or several. */
class Side {
  messageBytes = 0;
  readonly outcomes: Outcome[] = [];
  /** Of the server, in milliseconds for each publication. */
  readonly processorTimes: number[] = [];
  /** Of the server, in milliseconds for all streams. */
  readonly openingTimes: number[] = [];
  /** Megabytes. */
  readonly grown: number[] = [];
  readonly resident: number[] = [];
}

async function measureStreams(assignment: Assignment): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const transport of ['sse', 'websocket'] as const)
    measurements.push(...(await measureTransport(transport, assignment)));
  return measurements;
}

async function measureTransport(transport: Transport, { quick, progress }: Assignment) {
  const [repetitions, publications, count] = quick ? [1, 2, 1_000] : [3, 5, 10_000];
  const site = new Side();
  const nchan = new Side();
  const name = `${count.toLocaleString('en')} streams, ${TRANSPORTS[transport].title}`;
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    progress(`${name}: ${repetition} of ${repetitions}, ${publications} publications in turns with nchan`);
    const refused = await runOnce({ transport, count, publications, site, nchan });
    if (refused !== undefined)
      return describe(name, transport, new Side(), new Side(), `refused: ${refused}`);
  }
  return describe(name, transport, site, nchan, hasNchan ? undefined : 'nchan is not installed');
}

interface Run {
  transport: Transport;
  count: number;
  publications: number;
  site: Side;
  nchan: Side;
}

/** Returns the status line if the site refuses the streams. */
async function runOnce({ transport, count, publications, site, nchan }: Run): Promise<string | undefined> {
  await using server = await startSite();
  const message = await sampleMessage(server, transport);
  site.messageBytes = Buffer.byteLength(message);
  const own = { url: `${server.url}/api/live`, firstMessage: TRANSPORTS[transport].hello, transport, count };
  const viewers = await openMeasured(own, server.pid, site);
  if (typeof viewers === 'string') return viewers;
  await using _viewers = viewers;
  const publication: Order = { call: server.publish, mark: PUBLISHED, within: WITHIN };
  const withdrawal: Order = { call: server.withdraw, mark: WITHDRAWN, within: WITHIN };
  const publishHere = async (side: Side): Promise<void> => {
    await publishToAll(viewers, publication, server.pid, side);
    await publishToAll(viewers, withdrawal, server.pid, new Side());
  };
  if (!hasNchan) {
    for (let round = 0; round < publications; round += 1) await publishHere(site);
    return undefined;
  }
  const { nginx, subscribeUrl, publish } = await startNchan();
  await using _nginx = nginx;
  const others = await openMeasured({ ...own, url: subscribeUrl, firstMessage: '' }, nginx.pid, nchan);
  if (typeof others === 'string') throw new Error(`nchan refuses streams: ${others}`);
  await using _others = others;
  const post: Order = { call: publish(message), mark: PUBLISHED, within: WITHIN };
  // The first publication of each is slower than all others.
  await publishHere(new Side());
  await publishToAll(others, post, nginx.pid, new Side());
  for (let round = 0; round < publications; round += 1) {
    await publishHere(site);
    await publishToAll(others, post, nginx.pid, nchan);
  }
  return undefined;
}

async function publishToAll(viewers: Viewers, order: Order, pid: number, side: Side): Promise<void> {
  const before = processorTimeOf(pid);
  const outcome = await viewers.publish(order);
  side.processorTimes.push((processorTimeOf(pid) - before) * SECOND);
  if (outcome.missing > 0) throw new Error(`${order.call.url}: ${outcome.missing} viewers got no message`);
  side.outcomes.push(outcome);
}

/** The text that a viewer gets for a publication. */
async function sampleMessage(site: BenchSite, transport: Transport): Promise<string> {
  const client = await listenTo(`${site.url}/api/live`);
  await site.send(site.publish);
  const { id, event, data } = await client.waitFor(isEvent('change'));
  await site.send(site.withdraw);
  client.close();
  return JSON.stringify(transport === 'sse' ? data : { id, event, data });
}

async function openMeasured(plan: StreamPlan, pid: number, side: Side): Promise<Viewers | string> {
  const before = residentOf(pid);
  const timeBefore = processorTimeOf(pid);
  const viewers = await startViewers(plan);
  if (typeof viewers === 'string') return viewers;
  side.openingTimes.push((processorTimeOf(pid) - timeBefore) * SECOND);
  await Bun.sleep(SETTLE);
  const resident = residentOf(pid);
  side.resident.push(resident);
  side.grown.push(resident - before);
  return viewers;
}

function describe(
  name: string,
  transport: Transport,
  site: Side,
  nchan: Side,
  note: string | undefined,
): Measurement[] {
  const { lateness, memory } = GOALS[transport];
  const atMost = (limit: number): Goal => ({ of: 'ratio', kind: 'at most', limit });
  const row = (
    what: string,
    unit: string,
    samplesOf: (side: Side) => number[],
    goal?: Goal,
  ): Measurement => ({
    name: `${name}: ${what}`,
    unit,
    ours: samplesOf(site),
    anchor: { name: 'nchan', samples: samplesOf(nchan) },
    ...(goal && { goal }),
    ...(note && { note }),
  });
  const timesOf = (part: 'first' | 'p50' | 'p99' | 'last') => (side: Side) =>
    side.outcomes.map((outcome) => outcome[part]);
  return [
    row('first', 'ms', timesOf('first')),
    row('p50', 'ms', timesOf('p50')),
    row('p99', 'ms', timesOf('p99'), atMost(lateness)),
    row('last', 'ms', timesOf('last')),
    row('processor time to open them', 'ms', ({ openingTimes }) => openingTimes),
    row('processor time for a publication', 'ms', ({ processorTimes }) => processorTimes),
    row('memory for them', 'MB', ({ grown }) => grown, atMost(memory)),
    row('memory of the server with them', 'MB', ({ resident }) => resident),
    { name: `${name}: message of a publication`, unit: 'bytes', ours: [site.messageBytes] },
  ];
}
