/**
 * Sealed drafts: two servers that differ only in the digits of drafts and in how much staff did out of sight answer
 * the public with the very same bytes, on every route, page, stream, file and error. What is asked for comes from
 * the router and the page map.
 */

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { instantOf } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { routes } from '../../src/server/api/routes.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { compose } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { takePort } from '../../src/server/http/listen.ts';
import { builtSite } from '../../src/server/http/site.ts';
import { createLog } from '../../src/server/log.ts';
import pageMap from '../../src/web/routes.ts';
import { newDraw, TODAY } from '../server/api-seed.ts';
import { routeNames } from '../server/api-site.ts';
import { follow, listenTo } from '../support/live-client.ts';
import { makeDataDir } from '../support/server.ts';

const BASE_URL = 'https://results.example';
const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };
/** A moment after the first reveal; time stands still, so that it makes no difference. */
const NOW = instantOf(TODAY, '10:20');

/** What the drafts of each world hold, before and after staff edit them. */
const DIGITS = { first: ['13579', '31415'], second: ['86420', '27182'] } as const;

interface World {
  url: string;
  dataDir: string;
  as(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

async function openWorld(dataDir: string): Promise<World> {
  const clock = { now: () => NOW };
  const listener = takePort('127.0.0.1', 0);
  const app = await compose({
    config: readConfig({
      DATA_DIR: dataDir,
      BASE_URL,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
    }),
    clock,
    timers: systemTimers,
    log: createLog('silent', clock, () => {}),
    site: builtSite,
    baseUrl: BASE_URL,
  });
  listener.answerWith(app.handle);
  await app.start();
  const url = `http://127.0.0.1:${listener.port}`;
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { Origin: BASE_URL, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const signedIn = await call('POST', '/api/auth/sign-in/email', ADMIN);
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return {
    url,
    dataDir,
    as: (method, path, body) => call(method, path, body, { Cookie }),
    async stop() {
      await Promise.all([app.endStreams(), listener.drain(1_000)]);
      await app.stop();
    },
  };
}

const draftNumber = 'SC151120262';
const publishedNumber = 'SC151120261';
let ids: { draft: string; article: string; faq: string; hold: string };

async function fill(world: World): Promise<void> {
  const create = async (what: string, body: object): Promise<string> => {
    const answer = await world.as('POST', `/api/admin/${what}`, body);
    expect(answer.status).toBe(201);
    return (await answer.json()).id;
  };
  const enter = (slot: Slot, digits: string, published: boolean, date = TODAY) =>
    create('draws', newDraw(date, slot, digits, published));
  await enter('10:00', '90210', true);
  const draft = await enter('12:00', DIGITS.first[0], false);
  await enter('14:00', DIGITS.first[0], false);
  for (const slot of ['10:00', '12:00', '14:00', '17:00'] as const)
    await enter(slot, '24680', true, '2026-11-14');
  const hold = await enter('19:00', '11111', true, '2026-11-14');
  await world.as('POST', `/api/admin/draws/${hold}/unpublish`);
  await enter('10:00', DIGITS.first[0], false, '2026-10-01');
  const article = await create('news', { title: 'Holiday', author: 'Desk', body: 'We are open.' });
  const faq = await create('faqs', { question: 'When?', answer: 'Daily.', order: 1 });
  ids = { draft, article, faq, hold };
}

/** Leaves everything as it is but the digits of drafts. */
function changeDraftDigits(dataDir: string, digits: string): void {
  const database = new Database(join(dataDir, 'swarna-chakra.db'));
  const columns = [1, 2, 3, 4, 5].map((place) => `digit_${place} = '${digits[place - 1]}'`).join(', ');
  expect(database.run(`update draws set ${columns} where published = 0`).changes).toBe(4);
  database.close();
}

/** Work on drafts, with the world's own digits, and beside it one change that everybody may see. */
async function workOnDrafts(world: World, digits: string): Promise<void> {
  const patch = Object.fromEntries([...digits].map((digit, index) => [`digit${index + 1}`, digit]));
  for (const id of [ids.draft, ids.hold]) {
    expect((await world.as('PATCH', `/api/admin/draws/${id}`, patch)).status).toBe(200);
  }
  const made = await world.as('POST', '/api/admin/draws', newDraw('2026-10-02', '10:00', digits, false));
  await world.as('DELETE', `/api/admin/draws/${(await made.json()).id}`);
  expect((await world.as('POST', '/api/admin/draws', newDraw(TODAY, '12:00', digits, true))).status).toBe(
    409,
  );
  expect((await world.as('PATCH', `/api/admin/faqs/${ids.faq}`, { answer: 'Every day.' })).status).toBe(200);
}

/** Changes of every kind of which the public must not learn, not even how many there were. */
async function workOutOfSight(world: World): Promise<void> {
  const settings = await (await world.as('GET', '/api/admin/settings')).json();
  for (let round = 0; round < 2; round += 1) {
    const made = await world.as('POST', '/api/admin/draws', newDraw('2026-10-03', '10:00', '55555', false));
    expect(made.status).toBe(201);
    expect((await world.as('DELETE', `/api/admin/draws/${(await made.json()).id}`)).status).toBe(204);
    for (const enableNotifications of [true, false]) {
      const changed = { ...settings, enableNotifications };
      expect((await world.as('PUT', '/api/admin/settings', changed)).status).toBe(200);
    }
    const message = { name: 'Anu', phone: '+91 471 000 0000', email: 'anu@example.org', message: 'Hello' };
    expect((await world.as('POST', '/api/contact', { ...message, consent: true })).status).toBe(201);
  }
}

/** Values for every kind of parameter that a route or a page can have. */
const parameterValues = (): Record<string, string[]> => ({
  drawNo: [publishedNumber, draftNumber, 'SC010120001'],
  slot: ['12-00', '14-00', '13-00'],
  id: [ids.article, ids.draft, 'unknown'],
  sessionId: ['unknown'],
  '*': ['no/such/page'],
});

function fillIn(path: string): string[] {
  const [, name] = /:(\w+)|(?<=\/)(\*)/.exec(path)?.filter(Boolean) ?? [];
  if (!name) return [path];
  const values = parameterValues()[name];
  if (!values) throw new Error(`${path} has a new kind of parameter: which values shall it be tried with?`);
  return values.flatMap((value) => fillIn(path.replace(name === '*' ? '*' : `:${name}`, value)));
}

const pathsOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path = '', children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [own || '/', ...pathsOf(children ?? [], own)];
  });

/** What could tell the worlds apart if a filter or a search ever looked at drafts. */
const QUERIES = [
  `?date=${TODAY}`,
  '?date=2026-10-01',
  '?month=2026-10',
  '?slot=12:00',
  '?today=off&q=3',
  ...['q', 'endsWith', 'number'].flatMap((name) =>
    [DIGITS.first[0], DIGITS.second[1], '9', '420', draftNumber].map((asked) => `?${name}=${asked}`),
  ),
];

/** Only what answers to everyone with lists or pages looks at queries: no file, nothing of staff's, no single row. */
const takesQueries = (path: string): boolean =>
  !/:|\*|^\/(api\/)?(admin|auth)\b|\.(xml|png|txt|webmanifest|css|js|json)$/.test(path);

const withQueries = (route: string, path: string): string[] =>
  takesQueries(route) ? [path, ...QUERIES.map((query) => path + query)] : [path];

/** The page itself, and the data that the browser's router asks for. */
const withData = (path: string): string[] => [path, path === '/' ? '/_root.data' : `${path}.data`];

interface Question {
  method: string;
  path: string;
}

function allQuestions(): Question[] {
  const pages = [...new Set(pathsOf(pageMap))].flatMap((page) =>
    fillIn(page)
      .flatMap(withData)
      .flatMap((path) => withQueries(page, path))
      .map((path) => ({ method: 'GET', path })),
  );
  const calls = routeNames(routes.routes).flatMap((name) => {
    const [method = '', route = ''] = name.split(' ');
    return fillIn(route)
      .flatMap((path) => (method === 'GET' ? withQueries(route, path) : [path]))
      .map((path) => ({ method, path }));
  });
  const wrong = ['/api/draws', `/api/draws/${draftNumber}`, '/api/today'].flatMap((path) =>
    ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'].map((method) => ({ method, path })),
  );
  // Streams never end; they are compared elsewhere.
  return [...pages, ...calls, ...wrong, { method: 'GET', path: '/api/nope' }].filter(
    ({ path }) => !/^\/api\/live(\?|$)/.test(path),
  );
}

const PER_REQUEST = ['date', 'x-request-id'];

/** Nothing of an answer is left out but the time of sending and the id of the request. */
async function ask(world: World, { method, path }: Question): Promise<string> {
  const answer = await fetch(world.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'Accept-Encoding': 'identity',
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    },
    ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: '{}' }),
  });
  const headers = [...answer.headers].filter(([name]) => !PER_REQUEST.includes(name)).sort();
  const body = Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .replace(`,"requestId":"${answer.headers.get('X-Request-Id')}"`, '');
  return JSON.stringify({ status: answer.status, headers, body });
}

const AT_ONCE = 8;

async function findDifferences(questions: Question[]): Promise<string[]> {
  const different: string[] = [];
  const left = questions.values();
  const compare = async () => {
    for (const question of left) {
      const [one, other] = await Promise.all([ask(first, question), ask(second, question)]);
      if (one !== other) different.push(`${question.method} ${question.path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compare));
  return different;
}

const folders = [makeDataDir(), makeDataDir()] as const;
let first: World;
let second: World;

beforeAll(async () => {
  const original = await openWorld(folders[0].path);
  await fill(original);
  await original.stop();
  cpSync(folders[0].path, folders[1].path, { recursive: true });
  changeDraftDigits(folders[1].path, DIGITS.second[0]);
  const busy = await openWorld(folders[1].path);
  await workOutOfSight(busy);
  await busy.stop();
  first = await openWorld(folders[0].path);
  second = await openWorld(folders[1].path);
});

afterAll(async () => {
  await Promise.all([first, second].map((world) => world?.stop()));
  for (const folder of folders) folder.remove();
});

test('the worlds do differ, for staff', async () => {
  const digitsIn = async (world: World) => {
    const draw = await (await world.as('GET', `/api/admin/draws/${ids.draft}`)).json();
    return [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5].join('');
  };
  expect(await digitsIn(first)).toBe(DIGITS.first[0]);
  expect(await digitsIn(second)).toBe(DIGITS.second[0]);
  const staffCursorIn = async (world: World) => {
    const stream = follow(await world.as('GET', '/api/admin/live'));
    const { id } = await stream.waitFor(({ event }) => event === 'hello');
    stream.close();
    return id;
  };
  expect(await staffCursorIn(second)).not.toBe(await staffCursorIn(first));
});

test('everything is asked for', () => {
  const paths = allQuestions().map(({ path }) => path);
  for (const path of [
    '/',
    '/_root.data',
    '/ml/results?q=9',
    `/draws/${draftNumber}/picture.png`,
    '/feeds/results.xml',
  ]) {
    expect(paths).toContain(path);
  }
  for (const path of ['/api/draws.csv?endsWith=13579', `/api/draws/${draftNumber}`, '/api/admin/draws']) {
    expect(paths).toContain(path);
  }
});

test('the public gets the same bytes everywhere', async () => {
  expect(await findDifferences(allQuestions())).toEqual([]);
}, 240_000);

test('streams carry the same bytes while staff work on drafts, and so does the catching up afterwards', async () => {
  const record = async (world: World, digits: string) => {
    const { cursor } = await (await fetch(`${world.url}/api/today`)).json();
    const fresh = await listenTo(`${world.url}/api/live`);
    if (world === second) await workOutOfSight(world);
    await workOnDrafts(world, digits);
    await fresh.waitFor(({ event }) => event === 'change');
    const late = await listenTo(`${world.url}/api/live?after=${cursor}`);
    await late.waitFor(({ event }) => event === 'change');
    const lost = await listenTo(`${world.url}/api/live?after=long-ago.1`);
    await lost.waitFor(({ event }) => event === 'reset');
    const streams = [fresh, late, lost];
    for (const stream of streams) stream.close();
    return streams.map(({ response, events }) => ({
      headers: [...response.headers].filter(([name]) => !PER_REQUEST.includes(name)).sort(),
      events: events.map(({ event, id, data }) => ({ event, id, data })),
    }));
  };
  const seenInFirst = await record(first, DIGITS.first[1]);
  expect(await record(second, DIGITS.second[1])).toEqual(seenInFirst);
  // The one change for everybody, and nothing of five to drafts.
  expect(seenInFirst.map(({ events }) => events.map(({ event }) => event))).toEqual([
    ['hello', 'change'],
    ['hello', 'change'],
    ['hello', 'reset'],
  ]);
});

test('the public still gets the same bytes after staff have worked on drafts', async () => {
  expect(await findDifferences(allQuestions())).toEqual([]);
}, 240_000);

test('and would not, were a draft to leave by an oversight', async () => {
  for (const world of [first, second]) await world.as('POST', `/api/admin/draws/${ids.draft}/publish`);
  const different = await findDifferences(
    ['/', '/results', '/api/today', '/api/draws', '/api/draws.csv', `/api/draws/${draftNumber}`].map(
      (path) => ({
        method: 'GET',
        path,
      }),
    ),
  );
  expect(different).toHaveLength(6);
});
