/** The scenario `nodes`: four nodes on one PostgreSQL, with faults around each publication. */
import { addDays, instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { DEFAULT_GENERATE_TIME } from '../../../src/core/schedule.ts';
import { SLOTS } from '../../../src/core/slots.ts';
import { startBeacon } from '../../support/beacon-chain.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { TorturedNode } from './node.ts';
import { PublicLogCheck } from './public-log.ts';
import { Reader } from './reader.ts';
import { startSharedDatabase } from './shared-database.ts';
import type { TorturedSite } from './site.ts';
import { Staff } from './staff.ts';
import { NodesTally } from './tally.ts';
import { type Clients, runMorning, runPublication } from './unit.ts';
import { Visitor } from './visitor.ts';

/** How much takes part in a run. */
interface Size {
  nodes: number;
  streamsPerNode: number;
  writers: number;
  /** One for each node, or one for all. */
  readers: 'each' | 'one';
  /** Whether results must arrive in time: only on a machine that does nothing else. */
  hasTimeLimits: boolean;
}

const FULL: Size = { nodes: 4, streamsPerNode: 2, writers: 2, readers: 'each', hasTimeLimits: true };
const FIRST_DAY = '2026-11-16';
/** The time within which the drafts of the day are created after the start. */
const DRAFTS_WITHIN = 10 * SECOND;

export async function runNodes(
  { random, count, isOver, progress }: Assignment,
  size: Size,
): Promise<Figures> {
  const tally = new NodesTally();
  const cleanups: (() => Promise<void>)[] = [];
  let done = 0;
  /** The first day has none: it is committed when the nodes start, without a beacon. */
  let mornings = 0;
  let clients: Clients | null = null;
  let publicLog: PublicLogCheck | null = null;
  try {
    const site = await openSite(size, random, tally, cleanups);
    ({ publicLog } = site);
    clients = await openClients(size, site, cleanups);
    const isDone = () => done >= count || (done > 0 && isOver());
    for (let date = FIRST_DAY; !isDone() || mornings === 0; date = addDays(date, 1)) {
      tally.unit = done + 1;
      if (date !== FIRST_DAY) {
        await runMorning(site, clients, date, { isFirst: mornings === 0 });
        mornings += 1;
      }
      for (const slot of SLOTS) {
        if (isDone()) break;
        tally.unit = done + 1;
        await runPublication(site, clients, { date, slot });
        done += 1;
        progress(done, tally.describeFaults());
      }
    }
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
  const writes = clients.staff.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const reconnections = clients.visitors.reduce((sum, visitor) => sum + visitor.reconnections, 0);
  return {
    done,
    faults: [
      `${tally.describeFaults()}; ${writes} acknowledged writes`,
      `${reconnections} resumed streams`,
      `${publicLog.audits} audits`,
    ].join(', '),
    ...tally.counts,
    lateness: tally.lateness,
    violations: tally.violations.list(),
  };
}

async function openSite(
  size: Size,
  random: Random,
  tally: NodesTally,
  cleanups: (() => Promise<void>)[],
): Promise<TorturedSite> {
  const database = await startSharedDatabase(instantOf(FIRST_DAY, DEFAULT_GENERATE_TIME));
  cleanups.push(database.stop);
  const beacon = startBeacon({ now: () => database.now() });
  cleanups.push(beacon.stop);
  const nodes: TorturedNode[] = [];
  cleanups.push(async () => void (await Promise.all(nodes.map((node) => node.remove()))));
  for (let place = 1; place <= size.nodes; place += 1)
    nodes.push(await TorturedNode.create(`node ${place}`, database.url, beacon.setting));
  const [first, ...others] = nodes;
  if (!first) throw new Error('there must be a node');
  // The first one creates the tables and the account.
  await first.start();
  await Promise.all(others.map((node) => node.start()));
  console.log(`   metrics: ${nodes.map(({ metricsUrl }) => metricsUrl).join(' ')}`);
  const publicLog = new PublicLogCheck();
  const { hasTimeLimits } = size;
  return { nodes: [first, ...others], database, beacon, publicLog, tally, random, hasTimeLimits };
}

async function openClients(
  size: Size,
  site: TorturedSite,
  cleanups: (() => Promise<void>)[],
): Promise<Clients> {
  const { nodes, random, database } = site;
  const deadline = performance.now() + DRAFTS_WITHIN;
  const countDrafts = async () => (await database.query('select id from draws')).length;
  while ((await countDrafts()) < SLOTS.length) {
    if (performance.now() > deadline) throw new Error('no drafts were made after the start');
    await Bun.sleep(50);
  }
  const visitors = nodes.flatMap((node) =>
    Array.from(
      { length: size.streamsPerNode },
      (_, place) => new Visitor(site, node, `visitor ${place + 1}`),
    ),
  );
  const readers =
    size.readers === 'one' ? [new Reader(site, nodes)] : nodes.map((node) => new Reader(site, [node]));
  const [first, ...others] = Array.from({ length: size.writers }, () => new Staff(site, random.fork()));
  if (!first) throw new Error('there must be a writer');
  cleanups.push(async () => {
    await Promise.all([...visitors, ...readers].map((client) => client.close()));
  });
  for (const visitor of visitors) await visitor.open();
  for (const reader of readers) reader.open();
  return { visitors, readers, staff: [first, ...others] };
}

export const nodes: Scenario = {
  name: 'nodes',
  title:
    'Four nodes on one PostgreSQL (own process) with kills, cut, frozen and silent connections, database restarts, clock steps',
  unit: 'publications',
  share: 4,
  run: (assignment) => runNodes(assignment, FULL),
};
