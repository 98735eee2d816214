/** One round: strangers request what is dear while a result becomes due, and others request a page, a sheet and a picture. */
import type { Hello, PublicChange } from '../../src/contract/live.ts';
import { type Instant, type IstDate, SECOND } from '../../src/core/ist-time.ts';
import { metricsUrlOf } from '../../tests/server/metrics-site.ts';
import { isChangeOf, isEvent, type LiveClient, listenTo } from '../../tests/support/live-client.ts';
import { parseScrape, type Scrape } from '../../tests/support/prometheus-text.ts';
import type { ServerProcess } from '../../tests/support/server-process.ts';
import { type Client, connectFrom } from '../../tests/support/strangers.ts';
import { choose, type PastResults, READS, type ReadName } from '../cost/reads.ts';
import { residentOf } from '../process-figures.ts';
import { percentile } from '../statistics.ts';
import { type Statuses, type StrangersPlan, sendStrangers } from './strangers.ts';

export type Attack = Pick<StrangersPlan, 'connections' | 'reads' | 'abandonAfter' | 'readNothing'>;

export interface Round {
  name: string;
  attack?: Attack;
  /** Staff import a file meanwhile; returns the status of the response. */
  importFile?: (server: ServerProcess) => Promise<number>;
}

export interface Situation {
  server: ServerProcess;
  results: PastResults;
  /** The draft that becomes due. */
  draft: { id: string; date: IstDate };
  due: Instant;
  /** What is requested once before. */
  warmedUp: readonly ReadName[];
  /** Milliseconds of the attack, before the result is due and after that. */
  before: number;
  after: number;
  /** Milliseconds that the memory has to become what it was. */
  recovery: number;
}

/** Times in milliseconds, memory in megabytes. */
export interface Figures {
  /** By the server's clock. */
  published: number;
  /** On a stream. */
  arrived: number;
  home: { p50: number; p99: number; slowest: number; refused: number };
  sheet: number;
  picture: number;
  memory: { before: number; highest: number; after: number };
  loopDelay: number;
  /** Which part of the timers of 20 ms ran more than 25 ms late. */
  lateTimers: number;
  statuses: Statuses;
}

const STRANGERS = '127.0.0.2';
const VISITOR = '127.0.0.3';
const READER = '127.0.0.4';
const POLL_EVERY = 100;
/** A sheet is requested when the strangers have filled the queues. */
const HEAD_START = SECOND;
/** A file is imported when the result is due. */
const IMPORT_BEFORE = 2 * SECOND;
const DEADLINE = 60 * SECOND;
/** Above what it was before. */
export const MEMORY_TOLERANCE = 50;

export async function runRound({ attack, importFile }: Round, situation: Situation): Promise<Figures> {
  const { server, results, draft, due, warmedUp, before, after, recovery } = situation;
  const live = await listenTo(`${server.url}/api/live`);
  const hello = await live.waitFor(isEvent('hello'));
  /** In the time of `performance.now()`. */
  const dueHere = hello.at + due - Date.parse((hello.data as Hello).time);
  await warmUp(server, results, warmedUp);
  await sleepUntil(dueHere - before);
  if (performance.now() > dueHere) throw new Error('the result was due before the round began');
  const memory = watchMemory(server.pid);
  const scraped = await scrapeWithin(server);

  const strangers = attack && sendStrangers({ url: server.url, from: STRANGERS, results, ...attack });
  const importing = importFile && sleepUntil(dueHere - IMPORT_BEFORE).then(() => importFile(server));
  const home = pollHome(server.url);
  const waiting = requestAsReader(server.url, results);
  const publication = waitForPublication(live, draft, server.url);
  await sleepUntil(dueHere + after);
  const imported = await importing;
  const { at, publishedAt } = await publication;
  const waited = await waiting;
  const statuses = (await strangers?.stop()) ?? {};
  const homeFigures = await home.stop();
  const scrapedAfter = await scrapeWithin(server);
  const loopDelay = loopDelayBetween(scraped, scrapedAfter);
  const lateTimers = lateTimersBetween(scraped, scrapedAfter);
  live.close();
  return {
    published: publishedAt - due,
    arrived: at - dueHere,
    home: homeFigures,
    ...waited,
    memory: await memory.stop(recovery),
    loopDelay,
    lateTimers,
    statuses: imported === undefined ? statuses : { [imported]: 1 },
  };
}

const sleepUntil = (time: number): Promise<void> => Bun.sleep(Math.max(0, time - performance.now()));

/** For addresses that the strangers do not come to. */
const FAR = 1_000_000;

/** Each kind once, because the first of its kind loads code and fonts. */
async function warmUp(
  { url }: ServerProcess,
  results: PastResults,
  reads: readonly ReadName[],
): Promise<void> {
  const reader = connectFrom(url, { from: READER });
  for (const [index, name] of reads.entries())
    await reader.get(READS[name].path(choose(results, FAR + index)));
  reader.close();
}

function watchMemory(pid: number) {
  const before = residentOf(pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentOf(pid));
  }, 200);
  return {
    /** Waits until it is what it was, but not longer than the time. */
    async stop(recovery: number) {
      const deadline = performance.now() + recovery;
      while (residentOf(pid) > before + MEMORY_TOLERANCE && performance.now() < deadline)
        await Bun.sleep(200);
      clearInterval(timer);
      return { before, highest, after: residentOf(pid) };
    },
  };
}

/** Requests at fixed times, whether or not the earlier ones have a response. */
function pollHome(url: string) {
  const visitor = connectFrom(url, { from: VISITOR });
  const polls: ReturnType<Client['get']>[] = [];
  const timer = setInterval(() => void polls.push(visitor.get('/', { abandonAfter: DEADLINE })), POLL_EVERY);
  return {
    async stop() {
      clearInterval(timer);
      const answers = await Promise.all(polls);
      visitor.close();
      const times = answers.map(({ took }) => took);
      return {
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        slowest: percentile(times, 1),
        refused: answers.filter(({ status }) => status !== 200).length,
      };
    },
  };
}

async function requestAsReader(
  url: string,
  results: PastResults,
): Promise<{ sheet: number; picture: number }> {
  await Bun.sleep(HEAD_START);
  const reader = connectFrom(url, { from: READER });
  const time = (name: ReadName) => timeUntilServed(reader, READS[name].path(choose(results, 2 * FAR)));
  const [sheet, picture] = await Promise.all([time('sheet'), time('drawPicture')]);
  reader.close();
  return { sheet, picture };
}

/** Tries again as a person would, when the server says so. */
async function timeUntilServed(reader: Client, path: string): Promise<number> {
  const startedAt = performance.now();
  const passed = () => performance.now() - startedAt;
  while (passed() < DEADLINE) {
    const { status, retryAfter } = await reader.get(path, { abandonAfter: DEADLINE - passed() });
    if (status === 200) break;
    await Bun.sleep(retryAfter * SECOND || POLL_EVERY);
  }
  return passed();
}

/** When the result arrived on the stream, or in the data that a client fetches after a `reset`. */
async function waitForPublication(
  live: LiveClient,
  { id }: { id: string },
  url: string,
): Promise<{ at: number; publishedAt: Instant }> {
  for (let seen = 0; ; seen = live.events.length) {
    const isNew = (event: LiveClient['events'][number]) => live.events.indexOf(event) >= seen;
    const isRelevant = (event: LiveClient['events'][number]) =>
      isChangeOf(id)(event) || isEvent('reset')(event);
    const { event, data, at } = await live.waitFor((next) => isNew(next) && isRelevant(next), 2 * DEADLINE);
    if (event === 'change') return { at, publishedAt: publishedAtOf((data as PublicChange).row) };
    const today = await (await fetch(`${url}/api/today`)).json();
    const slot = today.slots.find(({ draw }: { draw: { id: string } | null }) => draw?.id === id);
    if (slot) return { at: performance.now(), publishedAt: publishedAtOf(slot.draw) };
  }
}

const publishedAtOf = (row: object): Instant =>
  'publishedAt' in row ? Date.parse(String(row.publishedAt)) : Number.NaN;

const scrapeWithin = async (server: ServerProcess): Promise<Scrape> =>
  parseScrape(await (await fetch(metricsUrlOf(server))).text());

/** The longest delay of the event loop between two scrapes: a maximum, or the bound of a bucket. */
function loopDelayBetween(before: Scrape, after: Scrape): number {
  const delays = [...after.series].flatMap(([series, value]) => {
    if (!/event_?loop/.test(series)) return [];
    if (series.endsWith('_max_seconds')) return [value];
    const [, bound] = /_bucket\{le="([^"]+)"\}$/.exec(series) ?? [];
    const counted = (scrape: Scrape, key: string) => scrape.series.get(key) ?? 0;
    const total = series.replace(/_bucket\{.*/, '_count');
    const isAbove = counted(after, total) - counted(before, total) > value - counted(before, series);
    return bound === undefined || bound === '+Inf' || !isAbove ? [] : [Number(bound)];
  });
  return Math.max(...delays) * SECOND;
}

function lateTimersBetween(before: Scrape, after: Scrape): number {
  const countOf = (suffix: string) => {
    const series = `swarna_event_loop_delay_seconds_${suffix}`;
    return (after.series.get(series) ?? Number.NaN) - (before.series.get(series) ?? 0);
  };
  const all = countOf('count');
  return (all - countOf('bucket{le="0.025"}')) / all;
}
