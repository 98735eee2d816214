/** Fifty connections of strangers on a site with a hundred thousand draws: a result that is due, and the pages of others. */
import { startPostgres } from '../../scripts/postgres.mjs';
import { PUBLIC_CSV_HEADER, publicCsvLine } from '../../src/core/csv.ts';
import { digitsFromText } from '../../src/core/digits.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, type Instant, type IstDate, instantOf, SECOND } from '../../src/core/ist-time.ts';
import { revealInstant } from '../../src/core/phase.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES } from '../../src/core/schedule.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { digitsFor } from '../../tests/e2e/site-content.ts';
import { METRICS } from '../../tests/server/metrics-site.ts';
import { type SeededDraw, seedIdOf } from '../../tests/server/storage-seed.ts';
import { makeDataDir } from '../../tests/support/data-dir.ts';
import { signIn } from '../../tests/support/node-requests.ts';
import { createEmptyDatabase, queryPostgres } from '../../tests/support/postgres.ts';
import { type SiteContent, seedDatabase, seedSite } from '../../tests/support/seed-site.ts';
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts';
import { openFilesWithin } from '../machine.ts';
import type { Measurement } from '../measurement.ts';
import { contentWith, MANY } from '../server/history.ts';
import { SETTINGS } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';
import { type Attack, type Figures, MEMORY_TOLERANCE, type Round, runRound } from './round.ts';

/** So late that there are days for all draws and for the rows of an import, since 1970. */
const TODAY = '2081-06-01';
const OPEN_FILES = 10_000;
/** From the start of the server to the result that is due. */
const LEAD = 12 * SECOND;

const CONNECTIONS = 50;
const ABANDONED_AFTER = 50;
const SLOW_READERS = 200;
const ROWS = 99_000;

export const attack: Subject = {
  name: 'attack',
  title: 'Strangers, imports and a result that is due',
  method: `${CONNECTIONS} connections from one address request what no cache has, as fast as they get responses, on a site with ${MANY.toLocaleString('en')} draws. A result becomes due in the middle of each round. Another address requests the home page ten times a second, a third one a sheet and a picture, again if it is refused. Abandoned: after ${ABANDONED_AFTER} ms. Slow readers: ${SLOW_READERS} connections that request the CSV file and read nothing. The import is of ${ROWS.toLocaleString('en')} rows. Each round has a server of its own, which may use both cores, while the strangers have one; memory is resident, afterwards after 30 s at most. PostgreSQL does not wait for the disk.`,
  run: measureAttacks,
};

interface Plan {
  draws: number;
  rows: number;
  attacks: Record<string, Attack | null>;
  before: number;
  after: number;
  recovery: number;
}

const floodOf = (...reads: Attack['reads']): Attack => ({ connections: CONNECTIONS, reads });

const FLOODS = {
  '`q=`': floodOf('unknown', 'unknownDay', 'search'),
  CSV: floodOf('csvBrotli', 'csvDigit'),
  check: floodOf('check', 'checkNumber', 'checkPage'),
  sheets: floodOf('sheet', 'sheetMl'),
  pictures: floodOf('dayPicture', 'drawPicture'),
  'charts with a search': floodOf('chartSearch', 'chartSearchMl'),
  'ordinary pages': floodOf('ordinary'),
};

const MIXED = floodOf(...Object.values(FLOODS).flatMap(({ reads }) => reads));

const ATTACKS: Plan['attacks'] = {
  nobody: null,
  ...FLOODS,
  'all mixed': MIXED,
  'sheets and pictures, abandoned': {
    ...floodOf('sheet', 'drawPicture'),
    abandonAfter: ABANDONED_AFTER,
  },
  'slow readers': { connections: SLOW_READERS, reads: ['csvBrotli'], readNothing: true },
};

const WHOLE: Plan = {
  draws: MANY,
  rows: ROWS,
  attacks: ATTACKS,
  before: 4 * SECOND,
  after: 6 * SECOND,
  recovery: 30 * SECOND,
};

const QUICK: Plan = {
  draws: 10_000,
  rows: 5_000,
  attacks: { nobody: null, 'all mixed': MIXED },
  before: 2 * SECOND,
  after: 2 * SECOND,
  recovery: SECOND,
};

/** Where the servers of all rounds store their data. */
interface Store extends AsyncDisposable {
  name: string;
  settings: Record<string, string>;
  /** Called after the first start, which completes the database. */
  complete(): Promise<unknown>;
}

async function createSqlite(content: SiteContent): Promise<Store> {
  const dataDir = makeDataDir();
  await seedSite(dataDir.path, content);
  return {
    name: 'SQLite',
    settings: { DATA_DIR: dataDir.path },
    complete: async () => {},
    [Symbol.asyncDispose]: async () => dataDir.remove(),
  };
}

async function createPostgres(content: SiteContent): Promise<Store> {
  const dataDir = makeDataDir();
  const cluster = await startPostgres();
  const { url } = await createEmptyDatabase(cluster.url);
  await seedDatabase({ kind: 'postgres', url }, content);
  return {
    name: 'PostgreSQL',
    settings: { DATA_DIR: dataDir.path, DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(32) },
    // A cluster for tests does not do it by itself, and without it queries are planned as for small tables.
    complete: () => queryPostgres(url, 'vacuum analyze'),
    async [Symbol.asyncDispose]() {
      await cluster.stop();
      dataDir.remove();
    },
  };
}

async function measureAttacks({ quick, progress }: Assignment): Promise<Measurement[]> {
  const plan = quick ? QUICK : WHOLE;
  const attacks = Object.entries(plan.attacks).map(
    ([name, strangers]): Round => ({ name, ...(strangers && { attack: strangers }) }),
  );
  const rounds: Round[] = [...attacks, { name: 'import', importFile: sendFile(plan) }];
  const drafts = draftsFor(rounds.length);
  const content = contentWith(plan.draws, TODAY);
  const past = content.draws.filter(({ date }) => date < TODAY);
  const figures = new Map<string, Figures>();
  for (const create of [createSqlite, createPostgres]) {
    await using store = await create({ ...content, draws: [...past, ...drafts] });
    progress(`${store.name}: ${plan.draws.toLocaleString('en')} draws are written`);
    await (await startAt(store, instantOf(TODAY))).stop();
    await store.complete();
    for (const [index, round] of rounds.entries()) {
      const draft = drafts[index];
      if (!draft) throw new Error('there is no draft for the round');
      const found = await runOn(store, round, draft, plan);
      const name = `${store.name}: ${round.name}`;
      progress(`${name}: ${JSON.stringify(found)}`);
      figures.set(name, found);
    }
  }
  return describe(figures);
}

/** One for each round, in the order in which they become due. */
const draftsFor = (count: number): SeededDraw[] =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(TODAY, Math.floor(index / SLOTS.length)),
    slot: SLOTS[index % SLOTS.length] ?? '10:00',
    digits: digitsFor(index, 0),
    published: false,
  }));

const startAt = ({ settings }: Store, start: Instant): Promise<ServerProcess> =>
  startServerProcess(
    { ...SETTINGS, ...METRICS, ...settings, CLOCK_START: new Date(start).toISOString() },
    { openFiles: openFilesWithin(OPEN_FILES) },
  );

async function runOn(
  store: Store,
  round: Round,
  draft: SeededDraw,
  { draws, before, after, recovery }: Plan,
): Promise<Figures> {
  const due = revealInstant(draft.date, draft.slot, DEFAULT_PUBLISH_DELAY_MINUTES);
  const server = await startAt(store, due - LEAD);
  try {
    const results = { today: TODAY, days: draws / SLOTS.length };
    const row = { id: seedIdOf(draft), date: draft.date };
    return await runRound(round, {
      ...{ server, results, draft: row, due, before, after, recovery },
      warmedUp: MIXED.reads.filter((name) => !FLOODS.CSV.reads.includes(name)),
    });
  } finally {
    await server.kill();
  }
}

const sendFile =
  ({ draws, rows }: Plan) =>
  async (server: ServerProcess): Promise<number> => {
    const { status } = await fetch(`${server.url}/api/admin/draws/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', Origin: server.url, ...(await signIn(server)) },
      body: csvBefore(addDays(TODAY, -draws / SLOTS.length), rows),
    });
    return status;
  };

/** Results of the days before the date. */
function csvBefore(date: IstDate, rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = addDays(date, -1 - Math.floor(index / SLOTS.length));
    const slot = SLOTS[index % SLOTS.length] ?? '10:00';
    const digits = digitsFromText(digitsFor(index, 0));
    if (!digits) throw new Error('a row has no digits');
    return publicCsvLine({ date: day, slot, drawNo: drawNumberFor(day, slot), digits });
  });
  return [PUBLIC_CSV_HEADER, ...lines].join('\n');
}

const MOST_LATENESS = 500;
const MOST_P99 = 100;

function describe(figures: ReadonlyMap<string, Figures>): Measurement[] {
  const column = (
    name: string,
    unit: string,
    read: (of: Figures) => number,
    limit?: number,
  ): Measurement => ({
    name,
    unit,
    ours: [...figures.values()].map(read),
    each: [...figures.keys()],
    ...(limit !== undefined && { goal: { of: 'worst', kind: 'at most', limit } }),
  });
  const known = ['200', '503'];
  const others = ({ statuses }: Figures) =>
    Object.entries(statuses).reduce(
      (sum, [status, count]) => (known.includes(status) ? sum : sum + count),
      0,
    );
  return [
    column('result on a stream after its instant', 'ms', ({ arrived }) => arrived, MOST_LATENESS),
    column('`publishedAt` after its instant', 'ms', ({ published }) => published),
    column('home, p50', 'ms', ({ home }) => home.p50),
    column('home, p99', 'ms', ({ home }) => home.p99, MOST_P99),
    column('home, slowest', 'ms', ({ home }) => home.slowest),
    column('home, refused', '', ({ home }) => home.refused),
    column('sheet for another', 'ms', ({ sheet }) => sheet),
    column('picture for another', 'ms', ({ picture }) => picture),
    column('longest delay of the event loop', 'ms', ({ loopDelay }) => loopDelay),
    column('timers more than 25 ms late', '%', ({ lateTimers }) => 100 * lateTimers),
    column('memory before', 'MB', ({ memory }) => memory.before),
    column('highest', 'MB', ({ memory }) => memory.highest),
    column('kept', 'MB', ({ memory }) => memory.after - memory.before, MEMORY_TOLERANCE),
    column('responses 200', '', ({ statuses }) => statuses['200'] ?? 0),
    column('503', '', ({ statuses }) => statuses['503'] ?? 0),
    column('others', '', others),
  ];
}
