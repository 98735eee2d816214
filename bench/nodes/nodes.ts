/** What each node costs the PostgreSQL that all nodes share, and how late a result is on a node that did not publish it. */
import { startPostgres } from '../../scripts/postgres.mjs';
import { SECOND } from '../../src/core/ist-time.ts';
import { SITE_CONTENT } from '../../tests/e2e/site-content.ts';
import { isEvent, listenTo } from '../../tests/support/live-client.ts';
import { createEmptyDatabase } from '../../tests/support/postgres.ts';
import { seedDatabase } from '../../tests/support/seed-site.ts';
import type { Measurement } from '../measurement.ts';
import { type BenchSite, startNode } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';
import { type DatabaseWork, watchDatabase } from './watched-database.ts';

/** Between two changes: a stream gets at most ten messages a second. */
const PAUSE = 200;

const FEW = 2;
const MANY = 6;
const ADDED = MANY - FEW;

export const nodes: Subject = {
  name: 'nodes',
  title: 'Nodes on one PostgreSQL',
  method: `${FEW} servers, then ${MANY}, use one PostgreSQL, which does not wait for the disk. What a node adds is the difference divided by ${ADDED}. At rest: no request. A publication is requested at one node; its time is measured, with ${FEW} nodes, by a stream of the other one, which gets a notification and reads the feed.`,
  run: measureNodes,
};

/** What all nodes together cost the database. */
interface DatabaseCosts {
  connections: number;
  /** In each second. */
  atRest: DatabaseWork;
  /** Without the work at rest. */
  publication: DatabaseWork;
  /** Milliseconds from the request to publish to the message on another node, for each publication. */
  latenesses: number[];
}

interface Plan {
  publications: number;
  restSeconds: number;
}

async function measureNodes({ quick, progress }: Assignment): Promise<Measurement[]> {
  const [repetitions, plan]: [number, Plan] = quick
    ? [1, { publications: 5, restSeconds: 2 }]
    : [3, { publications: 40, restSeconds: 15 }];
  const few: DatabaseCosts[] = [];
  const many: DatabaseCosts[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    progress(
      `${repetition} of ${repetitions}: ${FEW} nodes, then ${MANY}; ${plan.publications} publications for each`,
    );
    few.push(await measureCosts(FEW, plan));
    many.push(await measureCosts(MANY, plan));
  }
  return describe(few, many);
}

async function measureCosts(count: number, { publications, restSeconds }: Plan): Promise<DatabaseCosts> {
  await using cleanups = new AsyncDisposableStack();
  const cluster = await startPostgres();
  cleanups.defer(cluster.stop);
  const { url } = await createEmptyDatabase(cluster.url);
  await seedDatabase({ kind: 'postgres', url }, SITE_CONTENT);
  const started: BenchSite[] = [];
  for (let index = 0; index < count; index += 1)
    started.push(cleanups.use(await startNode({ DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(32) })));
  const database = cleanups.use(await watchDatabase(url));
  const [publisher, reader] = [started[0], started.at(-1)];
  if (!publisher || !reader) throw new Error('no node was started');
  // The first publication of a process is slower than all others.
  await publishTimes(publisher, reader, 2);

  const rested = await database.measure(() => Bun.sleep(restSeconds * SECOND));
  const atRest = perUnit(rested.work, restSeconds);
  let latenesses: number[] = [];
  const busy = await database.measure(async () => {
    latenesses = await publishTimes(publisher, reader, publications);
  });
  // Each publication is withdrawn, which is as much work.
  const publication = perUnit(less(busy.work, atRest, busy.seconds), 2 * publications);
  return { connections: await database.connections(), atRest, publication, latenesses };
}

async function publishTimes(publisher: BenchSite, reader: BenchSite, times: number): Promise<number[]> {
  const latenesses: number[] = [];
  const client = await listenTo(`${reader.url}/api/live`);
  for (let time = 0; time < times; time += 1) {
    for (const call of [publisher.publish, publisher.withdraw]) {
      await Bun.sleep(PAUSE);
      const requestedAt = performance.now();
      const seen = client.events.length;
      await publisher.send(call);
      await client.waitFor((event) => isEvent('change')(event) && client.events.indexOf(event) >= seen);
      if (call === publisher.publish) latenesses.push(performance.now() - requestedAt);
    }
  }
  client.close();
  return latenesses;
}

const perUnit = ({ processorTime, transactions }: DatabaseWork, units: number): DatabaseWork => ({
  processorTime: processorTime / units,
  transactions: transactions / units,
});

const less = (work: DatabaseWork, each: DatabaseWork, times: number): DatabaseWork => ({
  processorTime: work.processorTime - times * each.processorTime,
  transactions: work.transactions - times * each.transactions,
});

function describe(few: readonly DatabaseCosts[], many: readonly DatabaseCosts[]): Measurement[] {
  const added = (figureOf: (costs: DatabaseCosts) => number): number[] =>
    many.map((costs, index) => (figureOf(costs) - figureOf(few[index] ?? costs)) / ADDED);
  return [
    { name: 'a node: connections', unit: '', ours: added(({ connections }) => connections) },
    {
      name: 'a node at rest: processor time of the database',
      unit: 'ms each second',
      ours: added(({ atRest }) => atRest.processorTime),
    },
    {
      name: 'a node at rest: transactions',
      unit: '/s',
      ours: added(({ atRest }) => atRest.transactions),
    },
    {
      name: 'a publication: processor time of the database for each node',
      unit: 'ms',
      ours: added(({ publication }) => publication.processorTime),
    },
    {
      name: 'a publication: transactions of each node',
      unit: '',
      ours: added(({ publication }) => publication.transactions),
    },
    {
      name: 'a publication to its message on another node',
      unit: 'ms',
      ours: few.flatMap(({ latenesses }) => latenesses),
    },
  ];
}
