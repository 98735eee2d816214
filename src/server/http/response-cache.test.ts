import { beforeEach, describe, expect, test } from 'bun:test';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { createWorkQueue } from '../work-queue.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import type { SharedAddress } from './shared-routes.ts';

const BODY = 'a page '.repeat(200);

const state = { time: 0, version: 1, phaseChange: 1_000_000 };
let created = 0;
let cache: ResponseCache;

beforeEach(() => {
  Object.assign(state, { time: 0, version: 1, phaseChange: 1_000_000 });
  created = 0;
  cache = createResponseCache({
    now: () => state.time,
    dataVersion: () => state.version,
    nextPhaseChange: () => state.phaseChange,
    queues: { pages: queue(), files: queue() },
  });
});

const queue = () => createWorkQueue({ atOnce: 4, mostOfNetwork: 10, mostInAll: 100 });
const visitor = (network = 'a network') => ({ network, signal: new AbortController().signal });
const addressOf = (key: string, isOrdinary = true): SharedAddress => ({ key, isOrdinary, queue: 'pages' });

const recipient = (id = 'a request') => ({ id, isIdInHeaders: false });

interface Sent {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  cacheControl?: string;
  status?: number;
  body?: string;
  cookie?: string;
  isOrdinary?: boolean;
}

const send = async ({
  key = '/',
  method = 'GET',
  headers = {},
  status = 200,
  body = BODY,
  ...more
}: Sent = {}) =>
  cache.respond(
    new Request('http://localhost/', { method, headers }),
    addressOf(key, more.isOrdinary),
    recipient(),
    {
      visitor,
      async produce() {
        created += 1;
        const ownBody = `${body}${more.cookie ? created : ''}`;
        return new Response(ownBody, {
          status,
          headers: {
            'Cache-Control': more.cacheControl ?? 'public, s-maxage=5',
            ...(more.cookie && { 'Set-Cookie': more.cookie }),
          },
        });
      },
    },
  );

describe('the response cache', () => {
  test('creates a response once and returns the same bytes again', async () => {
    expect(await (await send()).text()).toBe(BODY);
    expect(await (await send()).text()).toBe(BODY);
    expect(created).toBe(1);
  });

  test('does not compress problems, because the request id is added later', async () => {
    const produce = async () =>
      new Response(BODY, { status: 422, headers: { 'Content-Type': PROBLEM_CONTENT_TYPE } });
    const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'gzip' } });
    const response = await cache.respond(request, addressOf('/problem'), recipient(), { visitor, produce });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(await response.text()).toBe(BODY);
  });

  test('creates one response for many simultaneous requests', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(50).fill(BODY));
    expect(created).toBe(1);
  });

  test('creates the response again exactly when s-maxage is over', async () => {
    await send();
    state.time = 4_999;
    await send();
    expect(created).toBe(1);
    state.time = 5_000;
    await send();
    expect(created).toBe(2);
  });

  test('creates the response again after a phase change', async () => {
    state.phaseChange = 2_000;
    await send();
    state.time = 2_000;
    state.phaseChange = 1_000_000;
    await send();
    expect(created).toBe(2);
  });

  test('creates the response again after a data change, also one during its creation', async () => {
    const first = send();
    state.version = 2;
    await first;
    await send();
    expect(created).toBe(2);
    state.version = 3;
    await send();
    expect(created).toBe(3);
  });

  test('stores neither errors nor responses that may not be shared', async () => {
    await send({ status: 404 });
    await send({ status: 404 });
    expect(created).toBe(2);
    for (const cacheControl of ['no-store', 'private, max-age=60', 's-maxage=5', 'private, s-maxage=5']) {
      await send({ cacheControl });
    }
    await send({ cookie: 'session=a' });
    expect(created).toBe(7);
    expect(cache.statistics().entries).toBe(0);
  });

  test('compresses once for all requests that wait', async () => {
    const body = Array.from({ length: 40_000 }, (_, index) => (index * 7_919) % 100_003).join(' ');
    const costOf = async (key: string, requests: number) => {
      const before = process.cpuUsage();
      const headers = { 'accept-encoding': 'br' };
      await Promise.all(Array.from({ length: requests }, () => send({ key, body, headers })));
      return process.cpuUsage(before).user;
    };
    await costOf('/warm', 1);
    const one = await costOf('/one', 1);
    expect(await costOf('/many', 100)).toBeLessThan(20 * one);
  });

  test('shares a pending response with other requests only if it is shareable', async () => {
    const unshared = await Promise.all(Array.from({ length: 5 }, () => send({ cookie: 'session=a' })));
    const bodies = await Promise.all(unshared.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(5);
    created = 0;
    await Promise.all(Array.from({ length: 5 }, () => send({ cacheControl: 'no-store' })));
    expect(created).toBe(5);
    created = 0;
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => send({ status: 503, cacheControl: 'no-store' })),
    );
    expect(refused.map((response) => response.status)).toEqual(Array(5).fill(503));
    expect(created).toBe(1);
  });

  test('stays within its limits for 16,000 different addresses and encodings', async () => {
    for (let i = 0; i < 16_000; i += 1) {
      const key = `/api/draws?q=${'x'.repeat(200)}${i}`;
      await send({ key, body: `${i} ${BODY}`, headers: { 'Accept-Encoding': i % 2 ? 'br' : 'gzip' } });
    }
    const { entries, bytes } = cache.statistics();
    expect(entries).toBeLessThanOrEqual(2_000);
    expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(entries * (BODY.length + 2 * 200));
  });

  test('counts the size of encoded variants', async () => {
    const body = crypto.getRandomValues(new Uint8Array(30_000)).toHex();
    await send({ body });
    const before = cache.statistics().bytes;
    await send({ body, headers: { 'Accept-Encoding': 'gzip' } });
    expect(cache.statistics().bytes - before).toBeGreaterThan(30_000);
    expect(created).toBe(1);
  });

  test('addresses that anyone can make up do not evict ordinary ones', async () => {
    await send({ key: '/' });
    for (let index = 0; index < 2_100; index += 1) await send({ key: `/?q=${index}`, isOrdinary: false });
    expect(created).toBe(2_101);
    await send({ key: '/' });
    expect(created).toBe(2_101);
  });

  test('an address that anyone can make up is refused when too much waits, an ordinary one is created', async () => {
    const responses = [...Array(40).keys()].map((index) =>
      send({ key: `/?q=${index}`, isOrdinary: false }).then(
        () => 'created',
        ({ code }) => code,
      ),
    );
    expect((await send({ key: '/' })).status).toBe(200);
    const outcomes = Map.groupBy(await Promise.all(responses), (outcome) => outcome);
    expect([...outcomes].map(([outcome, all]) => [outcome, all.length])).toEqual([
      ['created', 10],
      ['busy', 30],
    ]);
  });

  test('keeps entries that are used often, and deletes stale ones', async () => {
    for (let i = 0; i < 3_000; i += 1) {
      await send({ key: `/${i}` });
      await send({ key: '/often' });
    }
    expect(created).toBe(3_001);
    state.time = 20_000;
    await send({ key: '/new' });
    expect(cache.statistics().entries).toBe(1);
    state.version = 2;
    await send({ key: '/other', cacheControl: 'no-store' });
    expect(cache.statistics().entries).toBe(0);
  });

  test('returns 304 for its own tag, in every encoding and list form', async () => {
    const tag = (await send()).headers.get('etag') ?? '';
    expect(tag).toStartWith('W/"');
    for (const value of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const response = await send({ headers: { 'If-None-Match': value, 'Accept-Encoding': 'br' } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(tag);
    }
    expect((await send({ headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('gives each request its own id, and leaves the id of errors to the caller', async () => {
    const requestAs = async (id: string, status = 200, headers: Record<string, string> = {}) => {
      const asked = recipient(id);
      const request = new Request('http://localhost/', { headers });
      const produce = async () =>
        new Response(BODY, { status, headers: { 'Cache-Control': 'public, s-maxage=5' } });
      return {
        asked,
        response: await cache.respond(request, addressOf(`/${status}`), asked, { visitor, produce }),
      };
    };
    const first = await requestAs('first');
    const second = await requestAs('second', 200, { 'If-None-Match': '*' });
    const third = await requestAs('third');
    const given = [first, second, third].map(({ asked, response }) => [
      response.status,
      response.headers.get('X-Request-Id'),
      asked.isIdInHeaders,
    ]);
    expect(given).toEqual([
      [200, 'first', true],
      [304, 'second', true],
      [200, 'third', true],
    ]);
    const { asked, response } = await requestAs('fourth', 500);
    expect([response.headers.get('X-Request-Id'), asked.isIdInHeaders]).toEqual([null, false]);
  });

  test('sets another tag for another body', async () => {
    const tag = (await send()).headers.get('etag');
    state.version = 2;
    expect((await send({ body: `${BODY}!` })).headers.get('etag')).not.toBe(tag);
  });

  test('compresses if the client accepts it', async () => {
    const response = await send({ headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(new TextDecoder().decode(Bun.gunzipSync(await response.arrayBuffer()))).toBe(BODY);
    expect((await send()).headers.get('content-encoding')).toBeNull();
    expect(created).toBe(1);
  });

  test('returns headers without a body for HEAD', async () => {
    const response = await send({ method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe(String(BODY.length));
    expect(await response.text()).toBe('');
  });

  test('rejects if the creation fails, and tries again for the next request', async () => {
    const request = new Request('http://localhost/');
    const failing = async () => {
      throw new Error('no database');
    };
    expect(
      cache.respond(request, addressOf('/'), recipient(), { visitor, produce: failing }),
    ).rejects.toThrow('no database');
    expect(await (await send()).text()).toBe(BODY);
  });
});
