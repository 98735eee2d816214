/** A publication with ten thousand viewers, each of whom then fetches the new data. */
import type { Measurement } from '../measurement.ts';
import { startSite } from '../site.ts';
import { percentile } from '../statistics.ts';
import type { RefetchResults } from '../streams/refetches.ts';
import { PUBLISHED, TRANSPORTS, type Transport, WITHDRAWN } from '../streams/transports.ts';
import { type Outcome, startViewers } from '../streams/viewers.ts';
import type { Assignment, Subject } from '../subject.ts';

const SPREAD = 5_000;
const WITHIN = 20_000;
/** In every publication. */
const AT_MOST = { of: 'worst', kind: 'at most' } as const;
const MOST_MILLISECONDS = 2_000;

export const storm: Subject = {
  name: 'storm',
  title: 'Reveal storm',
  method:
    'A result is published while all streams are open. Each viewer who got the message fetches `/api/today` over a new connection, at a random time within 5 s. A response that is not 200 or does not have the new result is an error, and so is a viewer without the message. Times are of the slowest viewer: from the request to publish to the message, and from the request for the data to its end.',
  async run(assignment) {
    const measurements: Measurement[] = [];
    for (const transport of ['sse', 'websocket'] as const)
      measurements.push(...(await measureStorm(transport, assignment)));
    return measurements;
  },
};

interface Storm {
  outcome: Outcome;
  refetches: RefetchResults;
}

async function measureStorm(transport: Transport, { quick, progress }: Assignment): Promise<Measurement[]> {
  const [storms, count] = quick ? [1, 1_000] : [5, 10_000];
  const { title, hello } = TRANSPORTS[transport];
  const name = `${count.toLocaleString('en')} viewers, ${title}`;
  progress(`${name}: ${storms} publications, ${SPREAD / 1_000} s each`);
  await using site = await startSite();
  const expected = await newData(site.url, () => site.send(site.publish));
  await site.send(site.withdraw);
  const url = `${site.url}/api/live`;
  const viewers = await startViewers({ url, transport, count, firstMessage: hello });
  if (typeof viewers === 'string') return describe(name, [], `refused: ${viewers}`);
  await using _viewers = viewers;
  const refetch = { url: `${site.url}/api/today`, expected, spread: SPREAD };
  const results: Storm[] = [];
  for (let round = 0; round < storms; round += 1) {
    const { refetches, ...outcome } = await viewers.publish({
      call: site.publish,
      mark: PUBLISHED,
      within: WITHIN,
      refetch,
    });
    if (!refetches) throw new Error('the viewers did not fetch');
    results.push({ outcome, refetches });
    await viewers.publish({ call: site.withdraw, mark: WITHDRAWN, within: WITHIN });
  }
  return describe(name, results);
}

/** The part of `/api/today` that only the publication adds. */
async function newData(url: string, publish: () => Promise<void>): Promise<string> {
  const read = async () => await (await fetch(`${url}/api/today`)).json();
  const { slots: before } = await read();
  await publish();
  const { slots: after } = await read();
  const published = after.findIndex(
    ({ draw }: { draw: unknown }, index: number) => draw !== null && before[index].draw === null,
  );
  if (published < 0) throw new Error('the publication did not change /api/today');
  return `"id":"${after[published].draw.id}"`;
}

function describe(name: string, storms: readonly Storm[], note?: string): Measurement[] {
  const row = (
    what: string,
    unit: string,
    sampleOf: (storm: Storm) => number,
    limit?: number,
  ): Measurement => ({
    name: `${name}: ${what}`,
    unit,
    ours: storms.map(sampleOf),
    ...(limit !== undefined && { goal: { ...AT_MOST, limit } }),
    ...(note && { note }),
  });
  const timesAt = (part: number) => (storm: Storm) => percentile(storm.refetches.times, part);
  return [
    row('errors', '', ({ outcome, refetches }) => outcome.missing + refetches.errors, 0),
    row('publication to the last message', 'ms', ({ outcome }) => outcome.last, MOST_MILLISECONDS),
    row('new data, p50', 'ms', timesAt(0.5)),
    row('new data, p99', 'ms', timesAt(0.99)),
    row('new data, slowest', 'ms', timesAt(1), MOST_MILLISECONDS),
  ];
}
