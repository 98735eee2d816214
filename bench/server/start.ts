/** The start of the server and its memory, beside an empty server of the same runtime. */
import { bodyBytesOf } from '../http/same-bytes.ts';
import { hasWrk, runLoad } from '../http/wrk.ts';
import type { Measurement } from '../measurement.ts';
import { proportionalOf, residentOf } from '../process-figures.ts';
import type { Assignment, Subject } from '../subject.ts';
import { type PreparedSite, prepareSite, type StartedServer, startEmptyServer } from './started-server.ts';

export const start: Subject = {
  name: 'start',
  title: 'Start and memory',
  method:
    'From the start of the process to its first response with status 200 for `/`, with 70 days of results, after an earlier start. At rest: 30 s after a start without a request for a page. After load: 30 s after wrk requested `/` for 10 s. The empty server is `Bun.serve` without content: what the runtime itself needs. Resident memory counts shared pages in full, proportional memory in part.',
  run: measureStart,
};

const EMPTY = 'empty server';
const HEALTH = '/api/health';
const MOST_AT_REST = 80;

const WHEN = ['after the start', 'at rest', 'under load', 'after load'] as const;
type When = (typeof WHEN)[number];

interface Memory {
  resident: number;
  proportional: number;
}

type Memories = Record<When, Memory>;

const memoryOf = ({ pid }: StartedServer): Memory => ({
  resident: residentOf(pid),
  proportional: proportionalOf(pid),
});

async function measureStart({ quick, progress }: Assignment): Promise<Measurement[]> {
  const [starts, repetitions, rest, load] = quick ? [2, 1, 2, 1] : [9, 3, 30, 10];
  using prepared = await prepareSite();
  progress(`${starts} starts, in turns with an empty server`);
  const ours: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    ours.push(await timeStart(prepared.start));
    others.push(await timeStart(startEmptyServer));
  }
  const memories: { site: Memories; empty: Memories }[] = [];
  for (let round = 1; round <= repetitions; round += 1) {
    progress(`memory: ${round} of ${repetitions}, ${2 * rest} s at rest`);
    await using site = await prepared.start(HEALTH);
    await using empty = await startEmptyServer(HEALTH);
    memories.push(await measureMemory(site, empty, { rest, load }));
  }
  return [
    { name: 'start', unit: 'ms', ours, anchor: { name: EMPTY, samples: others } },
    ...WHEN.flatMap((when) => describeMemory(when, memories)),
  ];
}

async function timeStart(launch: PreparedSite['start']): Promise<number> {
  await using server = await launch('/');
  return server.startedWithin;
}

/** The two servers rest at the same time, and are under load one after the other. */
async function measureMemory(
  site: StartedServer,
  empty: StartedServer,
  { rest, load }: { rest: number; load: number },
): Promise<{ site: Memories; empty: Memories }> {
  const measureBoth = () => ({ site: memoryOf(site), empty: memoryOf(empty) });
  const started = measureBoth();
  await Bun.sleep(rest * 1_000);
  const atRest = measureBoth();
  if (hasWrk) for (const server of [empty, site]) await loadServer(server, load);
  const underLoad = measureBoth();
  await Bun.sleep(rest * 1_000);
  const afterLoad = measureBoth();
  const ofOne = (side: 'site' | 'empty'): Memories => ({
    'after the start': started[side],
    'at rest': atRest[side],
    'under load': underLoad[side],
    'after load': afterLoad[side],
  });
  return { site: ofOne('site'), empty: ofOne('empty') };
}

async function loadServer({ url, pid }: StartedServer, seconds: number): Promise<void> {
  const address = `${url}/`;
  await runLoad({ url: address, pid, seconds, bodyBytes: await bodyBytesOf(address) });
}

function describeMemory(when: When, memories: readonly { site: Memories; empty: Memories }[]): Measurement[] {
  const row = (name: string, figure: keyof Memory): Measurement => ({
    name: `${name} ${when}`,
    unit: 'MB',
    ours: memories.map(({ site }) => site[when][figure]),
    anchor: { name: EMPTY, samples: memories.map(({ empty }) => empty[when][figure]) },
  });
  const goal = { of: 'median', kind: 'at most', limit: MOST_AT_REST } as const;
  return [
    { ...row('resident memory', 'resident'), ...(when === 'at rest' && { goal }) },
    row('proportional memory', 'proportional'),
  ];
}
