/** The scenario `streams`: many streams on two nodes reconnect at random while staff changes what they show. */
import { isDeepStrictEqual } from 'node:util';
import { instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { ADMIN, Editor } from './editor.ts';
import { HiddenDraws, SENT_WITHIN } from './hidden-draws.ts';
import { compareSizes, expectFilesClosed, measureAll, type Sizes } from './process-size.ts';
import { reconnect, resumeFromSnapshot, saveSnapshot } from './reconnections.ts';
import { type StreamSite, StreamTally } from './stream-site.ts';
import { fetchState, StreamVisitor } from './stream-visitor.ts';

const MOST_VISITORS = 2_000;
const LEAST_VISITORS = 100;
const ROUND = 1_000;
const AT_ONCE = 24;
const OPENED_AT_ONCE = 100;
const LATE_VISITORS = 50;
const SAME_WITHIN = 20 * SECOND;

interface StreamRun extends StreamSite {
  servers: readonly ServerProcess[];
  visitors: readonly [StreamVisitor, ...StreamVisitor[]];
  editors: readonly Editor[];
  kinds: Map<string, number>;
}

async function run({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const cleanups: (() => unknown)[] = [];
  const tally = new StreamTally();
  let streamRun: StreamRun | null = null;
  try {
    const site = await openSite(tally, cleanups);
    const before = measureAll(site.servers);
    streamRun = await openVisitors(site, random, count, cleanups);
    let first: Sizes | null = null;
    while (tally.done < count && !(tally.done > 0 && isOver())) {
      await runRound(streamRun, random, Math.min(ROUND, count - tally.done), isOver);
      await compareAll(streamRun);
      await reconnectAfterChanges(streamRun);
      await compareAll(streamRun);
      const now = measureAll(site.servers);
      first ??= now;
      compareSizes(tally, first, now, 'after a round');
      progress(
        tally.done,
        now.map((size) => size && `${Math.round(size.megabytes)} MB, ${size.openFiles} files`).join('; '),
      );
    }
    for (const visitor of streamRun.visitors) visitor.cut();
    await expectFilesClosed(site, before);
    checkLogs(site);
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
  const writes = streamRun.editors.reduce((sum, editor) => sum + editor.writes, 0);
  const kinds = [...streamRun.kinds].map(([name, times]) => `${name} ${times}`).join(', ');
  return {
    done: tally.done,
    faults: `${streamRun.visitors.length} streams: ${kinds}; ${writes} changes`,
    ...tally.counts,
    early: null,
    lateness: [],
    violations: tally.violations.list(),
  };
}

async function openSite(
  tally: StreamTally,
  cleanups: (() => unknown)[],
): Promise<StreamSite & { servers: ServerProcess[] }> {
  const database = await createTestDatabase();
  cleanups.push(database.release);
  const servers: ServerProcess[] = [];
  cleanups.push(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));
  for (let node = 1; node <= 2; node += 1) {
    servers.push(
      await startServerProcess({
        DATABASE_URL: database.url,
        AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        BACKUP_EVERY_HOURS: '0',
        TRUST_PROXY: '127.0.0.1',
        // At night no draw is due, so automation creates drafts and publishes nothing.
        CLOCK_START: new Date(instantOf('2026-11-16', '00:30')).toISOString(),
      }),
    );
  }
  const [first, ...others] = servers.map(({ url }) => url.replace('localhost', '127.0.0.1'));
  if (first === undefined) throw new Error('there must be a node');
  return { urls: [first, ...others], tally, hidden: new HiddenDraws(), servers };
}

async function openVisitors(
  site: StreamSite & { servers: ServerProcess[] },
  random: Random,
  count: number,
  cleanups: (() => unknown)[],
): Promise<StreamRun> {
  const size = Math.min(MOST_VISITORS, Math.max(LEAST_VISITORS, Math.round(count / 3)));
  const [first, ...others] = Array.from({ length: size }, (_, index) => new StreamVisitor(site, index + 1));
  if (!first) throw new Error('there must be a visitor');
  const visitors = [first, ...others] as const;
  cleanups.push(() => {
    for (const visitor of visitors) visitor.cut();
  });
  for (let from = 0; from < size; from += OPENED_AT_ONCE) {
    const group = visitors.slice(from, from + OPENED_AT_ONCE);
    await Promise.all(group.map((visitor) => visitor.begin(random.pick(site.urls))));
  }
  await compareAll({ ...site, visitors });
  for (const visitor of visitors) saveSnapshot(visitor);
  const editors = [await Editor.signIn(site, random.fork(), 1), await Editor.signIn(site, random.fork(), 2)];
  return { ...site, visitors, editors, kinds: new Map() };
}

/** Runs this many reconnections, several at a time, while staff writes. */
async function runRound(
  streamRun: StreamRun,
  random: Random,
  count: number,
  isOver: () => boolean,
): Promise<void> {
  const { visitors, editors, tally, kinds } = streamRun;
  const busy = new Set<StreamVisitor>();
  let started = 0;
  let isDone = false;
  const writing = Promise.all(editors.map((editor) => editor.writeUntil(() => isDone)));
  const reconnectRepeatedly = async (choices: Random) => {
    while (started < count && !isOver()) {
      const visitor = choices.pick(visitors);
      if (busy.has(visitor)) {
        await Bun.sleep(1);
        continue;
      }
      started += 1;
      busy.add(visitor);
      const kind = await reconnect(streamRun, visitor, choices);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      busy.delete(visitor);
      tally.done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, () => reconnectRepeatedly(random.fork())));
  } finally {
    isDone = true;
    await writing;
  }
}

/** Visitors that reconnect after a result was withdrawn must not get it. */
async function reconnectAfterChanges({ visitors, urls, kinds }: StreamRun): Promise<void> {
  await Bun.sleep(SENT_WITHIN);
  const late = visitors.slice(0, LATE_VISITORS);
  await Promise.all(
    late.map((visitor, index) => resumeFromSnapshot(visitor, urls[index % urls.length] ?? urls[0])),
  );
  for (const visitor of late) saveSnapshot(visitor);
  kinds.set('back after all changes', (kinds.get('back after all changes') ?? 0) + late.length);
}

/** Every page shows what both nodes show, when nothing changes any more. */
async function compareAll({
  visitors,
  urls,
  tally,
}: Pick<StreamRun, 'visitors' | 'urls' | 'tally'>): Promise<void> {
  const deadline = performance.now() + SAME_WITHIN;
  const [state, ...others] = await Promise.all(urls.map(fetchState));
  const wanted = JSON.stringify(state);
  let different = [...visitors];
  do {
    different = different.filter((visitor) => visitor.shown() !== wanted);
    if (different.length > 0) await Bun.sleep(50);
  } while (different.length > 0 && performance.now() < deadline);
  for (const visitor of different)
    tally.count('lost', `a page shows ${visitor.shown()}, and the nodes show ${wanted}`);
  for (const other of others)
    if (!isDeepStrictEqual(other, state))
      tally.count('lost', `the nodes differ: ${JSON.stringify([state, other])}`);
}

function checkLogs({ servers, tally }: { servers: readonly ServerProcess[]; tally: StreamTally }): void {
  for (const [index, server] of servers.entries()) {
    if (server.hasEnded()) tally.violate(`node ${index + 1} ended unexpectedly`);
    const lines = server.output().split('\n').filter(Boolean);
    const bad = lines.filter((line) => !line.startsWith('{"time"') || line.includes('"level":"error"'));
    if (bad.length > 0) tally.violate(`node ${index + 1} printed: ${bad.join('\n').slice(0, 2_000)}`);
  }
}

export const streams: Scenario = {
  name: 'streams',
  title: 'A stream army reconnecting at random on two nodes, while staff publishes, corrects and withdraws',
  unit: 'reconnections',
  share: 2,
  run,
};
