/** An army of streams on two nodes that lose their connections at random, while staff changes everything they show. */
import { isDeepStrictEqual } from 'node:util';
import { instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { StreamLedger, type StreamSite } from './army.ts';
import { ADMIN, Editor } from './editor.ts';
import { HiddenDraws, TOLD_WITHIN } from './hidden-draws.ts';
import { measureProcess, type ProcessSize } from './process-size.ts';
import { reconnect, rememberNow, resumeFromMemory } from './reconnections.ts';
import { fetchState, StreamVisitor } from './stream-visitor.ts';

const MOST_VISITORS = 2_000;
const LEAST_VISITORS = 100;
const ROUND = 1_000;
const AT_ONCE = 24;
const OPENED_AT_ONCE = 100;
const LATE_VISITORS = 50;
const SAME_WITHIN = 20 * SECOND;
const CLOSED_WITHIN = 30 * SECOND;
/** What a process may hold beyond what it held after the first round before that is called a leak. */
const MORE_MEGABYTES = 150;
const MORE_FILES = 50;

interface Army extends StreamSite {
  servers: readonly RunningServer[];
  visitors: readonly [StreamVisitor, ...StreamVisitor[]];
  editors: readonly Editor[];
  ways: Map<string, number>;
}

async function run({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const cleanups: (() => unknown)[] = [];
  const ledger = new StreamLedger();
  let army: Army | null = null;
  try {
    const site = await openSite(ledger, cleanups);
    const before = site.servers.map(({ pid }) => measureProcess(pid));
    army = await gather(site, random, count, cleanups);
    let first: (ProcessSize | null)[] | null = null;
    while (ledger.done < count && !(ledger.done > 0 && isOver())) {
      await passRound(army, random, Math.min(ROUND, count - ledger.done), isOver);
      await compareAll(army);
      await comeBackLate(army);
      await compareAll(army);
      const now = site.servers.map(({ pid }) => measureProcess(pid));
      first ??= now;
      compareSizes(ledger, first, now, 'after a round');
      progress(
        ledger.done,
        now.map((size) => size && `${Math.round(size.megabytes)} MB, ${size.openFiles} files`).join('; '),
      );
    }
    for (const visitor of army.visitors) visitor.cut();
    await expectClosed(site, before);
    checkLogs(site);
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
  const writes = army.editors.reduce((sum, editor) => sum + editor.writes, 0);
  const ways = [...army.ways].map(([name, times]) => `${name} ${times}`).join(', ');
  return {
    done: ledger.done,
    faults: `${army.visitors.length} streams: ${ways}; ${writes} changes`,
    ...ledger.counts,
    early: null,
    lateness: [],
    violations: ledger.violations.list(),
  };
}

async function openSite(
  ledger: StreamLedger,
  cleanups: (() => unknown)[],
): Promise<StreamSite & { servers: RunningServer[] }> {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const servers: RunningServer[] = [];
  cleanups.push(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));
  for (let node = 1; node <= 2; node += 1) {
    servers.push(
      await startServer({
        DATABASE_URL: database.url,
        AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        BACKUP_EVERY_HOURS: '0',
        TRUST_PROXY: '127.0.0.1',
        // At night no draw is due, so automation makes drafts and publishes nothing.
        CLOCK_START: new Date(instantOf('2026-11-16', '00:30')).toISOString(),
      }),
    );
  }
  const [first, ...others] = servers.map(({ url }) => url.replace('localhost', '127.0.0.1'));
  if (first === undefined) throw new Error('there are nodes');
  return { urls: [first, ...others], ledger, hidden: new HiddenDraws(), servers };
}

async function gather(
  site: StreamSite & { servers: RunningServer[] },
  random: Random,
  count: number,
  cleanups: (() => unknown)[],
): Promise<Army> {
  const size = Math.min(MOST_VISITORS, Math.max(LEAST_VISITORS, Math.round(count / 3)));
  const [first, ...others] = Array.from({ length: size }, (_, index) => new StreamVisitor(site, index + 1));
  if (!first) throw new Error('there are visitors');
  const visitors = [first, ...others] as const;
  cleanups.push(() => {
    for (const visitor of visitors) visitor.cut();
  });
  for (let from = 0; from < size; from += OPENED_AT_ONCE) {
    const group = visitors.slice(from, from + OPENED_AT_ONCE);
    await Promise.all(group.map((visitor) => visitor.begin(random.pick(site.urls))));
  }
  await compareAll({ ...site, visitors });
  for (const visitor of visitors) rememberNow(visitor);
  const editors = [await Editor.signIn(site, random.fork(), 1), await Editor.signIn(site, random.fork(), 2)];
  return { ...site, visitors, editors, ways: new Map() };
}

/** So many reconnections, several at a time, while staff writes. */
async function passRound(army: Army, random: Random, count: number, isOver: () => boolean): Promise<void> {
  const { visitors, editors, ledger, ways } = army;
  const busy = new Set<StreamVisitor>();
  let begun = 0;
  let isDone = false;
  const writing = Promise.all(editors.map((editor) => editor.writeUntil(() => isDone)));
  const loseAndReturn = async (choices: Random) => {
    while (begun < count && !isOver()) {
      const visitor = choices.pick(visitors);
      if (busy.has(visitor)) {
        await Bun.sleep(1);
        continue;
      }
      begun += 1;
      busy.add(visitor);
      const way = await reconnect(army, visitor, choices);
      ways.set(way, (ways.get(way) ?? 0) + 1);
      busy.delete(visitor);
      ledger.done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, () => loseAndReturn(random.fork())));
  } finally {
    isDone = true;
    await writing;
  }
}

/** After everything was withdrawn that will be, those who come back must not be told of it. */
async function comeBackLate({ visitors, urls, ways }: Army): Promise<void> {
  await Bun.sleep(TOLD_WITHIN);
  const late = visitors.slice(0, LATE_VISITORS);
  await Promise.all(
    late.map((visitor, index) => resumeFromMemory(visitor, urls[index % urls.length] ?? urls[0])),
  );
  for (const visitor of late) rememberNow(visitor);
  ways.set('back after all changes', (ways.get('back after all changes') ?? 0) + late.length);
}

/** Once nothing changes any more, every page shows what both nodes show. */
async function compareAll({
  visitors,
  urls,
  ledger,
}: Pick<Army, 'visitors' | 'urls' | 'ledger'>): Promise<void> {
  const deadline = performance.now() + SAME_WITHIN;
  const [state, ...others] = await Promise.all(urls.map(fetchState));
  const wanted = JSON.stringify(state);
  let different = [...visitors];
  do {
    different = different.filter((visitor) => visitor.shown() !== wanted);
    if (different.length > 0) await Bun.sleep(50);
  } while (different.length > 0 && performance.now() < deadline);
  for (const visitor of different)
    ledger.count('lost', `a page shows ${visitor.shown()}, and the nodes show ${wanted}`);
  for (const other of others)
    if (!isDeepStrictEqual(other, state))
      ledger.count('lost', `the nodes differ: ${JSON.stringify([state, other])}`);
}

type Sizes = readonly (ProcessSize | null)[];

function compareSizes(ledger: StreamLedger, before: Sizes, now: Sizes, when: string): void {
  for (const [index, size] of now.entries()) {
    const former = before[index];
    if (!size || !former) continue;
    if (
      size.megabytes > 1.5 * former.megabytes + MORE_MEGABYTES ||
      size.openFiles > former.openFiles + MORE_FILES
    )
      ledger.violate(`node ${index + 1} grew ${when}: ${JSON.stringify({ former, size })}`);
  }
}

/** Memory that was freed may stay with the process: only files must go back to what they were without anybody. */
async function expectClosed(
  { servers, ledger }: { servers: readonly RunningServer[]; ledger: StreamLedger },
  before: Sizes,
) {
  const deadline = performance.now() + CLOSED_WITHIN;
  const excess = () =>
    servers.map(({ pid }, index) => {
      const size = measureProcess(pid);
      return size ? size.openFiles - (before[index]?.openFiles ?? 0) : 0;
    });
  while (Math.max(...excess()) > MORE_FILES && performance.now() < deadline) await Bun.sleep(100);
  for (const [index, files] of excess().entries())
    if (files > MORE_FILES)
      ledger.violate(`node ${index + 1} keeps ${files} files open after everybody has left`);
}

function checkLogs({ servers, ledger }: { servers: readonly RunningServer[]; ledger: StreamLedger }): void {
  for (const [index, server] of servers.entries()) {
    if (server.hasEnded()) ledger.violate(`node ${index + 1} ended by itself`);
    const lines = server.output().split('\n').filter(Boolean);
    const bad = lines.filter((line) => !line.startsWith('{"time"') || line.includes('"level":"error"'));
    if (bad.length > 0) ledger.violate(`node ${index + 1} printed: ${bad.join('\n').slice(0, 2_000)}`);
  }
}

export const streams: Scenario = {
  name: 'streams',
  title: 'A stream army reconnecting at random on two nodes, while staff publishes, corrects and withdraws',
  unit: 'reconnections',
  share: 2,
  run,
};
