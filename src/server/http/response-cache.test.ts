import { beforeEach, describe, expect, test } from 'bun:test';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

const BODY = 'a page '.repeat(200);

const state = { time: 0, version: 1, phaseChange: 1_000_000 };
let made = 0;
let cache: ResponseCache;

beforeEach(() => {
  Object.assign(state, { time: 0, version: 1, phaseChange: 1_000_000 });
  made = 0;
  cache = createResponseCache({
    now: () => state.time,
    dataVersion: () => state.version,
    nextPhaseChange: () => state.phaseChange,
  });
});

interface Asked {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  cacheControl?: string;
  status?: number;
  body?: string;
  cookie?: string;
}

const ask = async ({
  key = '/',
  method = 'GET',
  headers = {},
  status = 200,
  body = BODY,
  ...more
}: Asked = {}) =>
  cache.respond(new Request('http://localhost/', { method, headers }), key, async () => {
    made += 1;
    const ownBody = `${body}${more.cookie ? made : ''}`;
    return new Response(ownBody, {
      status,
      headers: {
        'Cache-Control': more.cacheControl ?? 'public, s-maxage=5',
        ...(more.cookie && { 'Set-Cookie': more.cookie }),
      },
    });
  });

describe('the response cache', () => {
  test('makes an answer once and gives the same bytes again', async () => {
    expect(await (await ask()).text()).toBe(BODY);
    expect(await (await ask()).text()).toBe(BODY);
    expect(made).toBe(1);
  });

  test('leaves problems as they are: whoever sends them writes the id of the request into them', async () => {
    const produce = async () =>
      new Response(BODY, { status: 422, headers: { 'Content-Type': PROBLEM_CONTENT_TYPE } });
    const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'gzip' } });
    const answer = await cache.respond(request, '/problem', produce);
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(await answer.text()).toBe(BODY);
  });

  test('many askers at once wait for one making', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(50).fill(BODY));
    expect(made).toBe(1);
  });

  test('makes it again when its time is over, and not a millisecond before', async () => {
    await ask();
    state.time = 4_999;
    await ask();
    expect(made).toBe(1);
    state.time = 5_000;
    await ask();
    expect(made).toBe(2);
  });

  test('a phase change ends it early', async () => {
    state.phaseChange = 2_000;
    await ask();
    state.time = 2_000;
    state.phaseChange = 1_000_000;
    await ask();
    expect(made).toBe(2);
  });

  test('new data ends it at once, also data that came while it was made', async () => {
    const first = ask();
    state.version = 2;
    await first;
    await ask();
    expect(made).toBe(2);
    state.version = 3;
    await ask();
    expect(made).toBe(3);
  });

  test('keeps neither refusals nor what is not meant to be shared', async () => {
    await ask({ status: 404 });
    await ask({ status: 404 });
    expect(made).toBe(2);
    for (const cacheControl of ['no-store', 'private, max-age=60', 's-maxage=5', 'private, s-maxage=5']) {
      await ask({ cacheControl });
    }
    await ask({ cookie: 'session=a' });
    expect(made).toBe(7);
    expect(cache.state().entries).toBe(0);
  });

  test('whoever waits shares only what proved shareable', async () => {
    const unshared = await Promise.all(Array.from({ length: 5 }, () => ask({ cookie: 'session=a' })));
    const bodies = await Promise.all(unshared.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(5);
    made = 0;
    await Promise.all(Array.from({ length: 5 }, () => ask({ cacheControl: 'no-store' })));
    expect(made).toBe(5);
    made = 0;
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => ask({ status: 503, cacheControl: 'no-store' })),
    );
    expect(refused.map((answer) => answer.status)).toEqual(Array(5).fill(503));
    expect(made).toBe(1);
  });

  test('16,000 made-up addresses cost no more than the cache may hold, however they are encoded', async () => {
    for (let i = 0; i < 16_000; i += 1) {
      const key = `/api/draws?q=${'x'.repeat(200)}${i}`;
      await ask({ key, body: `${i} ${BODY}`, headers: { 'Accept-Encoding': i % 2 ? 'br' : 'gzip' } });
    }
    const { entries, bytes } = cache.state();
    expect(entries).toBeLessThanOrEqual(2_000);
    expect(bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(entries * (BODY.length + 2 * 200));
  });

  test('an encoded variant counts', async () => {
    const body = crypto.getRandomValues(new Uint8Array(30_000)).toHex();
    await ask({ body });
    const before = cache.state().bytes;
    await ask({ body, headers: { 'Accept-Encoding': 'gzip' } });
    expect(cache.state().bytes - before).toBeGreaterThan(30_000);
    expect(made).toBe(1);
  });

  test('keeps what is asked for often, and drops what has become stale', async () => {
    for (let i = 0; i < 3_000; i += 1) {
      await ask({ key: `/${i}` });
      await ask({ key: '/often' });
    }
    expect(made).toBe(3_001);
    state.time = 20_000;
    await ask({ key: '/new' });
    expect(cache.state().entries).toBe(1);
    state.version = 2;
    await ask({ key: '/other', cacheControl: 'no-store' });
    expect(cache.state().entries).toBe(0);
  });

  test('answers 304 to the tag it gave, in every encoding and list form', async () => {
    const tag = (await ask()).headers.get('etag') ?? '';
    expect(tag).toStartWith('W/"');
    for (const value of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const answer = await ask({ headers: { 'If-None-Match': value, 'Accept-Encoding': 'br' } });
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe('');
      expect(answer.headers.get('etag')).toBe(tag);
    }
    expect((await ask({ headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('another body has another tag', async () => {
    const tag = (await ask()).headers.get('etag');
    state.version = 2;
    expect((await ask({ body: `${BODY}!` })).headers.get('etag')).not.toBe(tag);
  });

  test('compresses for those who accept it', async () => {
    const answer = await ask({ headers: { 'Accept-Encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(new TextDecoder().decode(Bun.gunzipSync(await answer.arrayBuffer()))).toBe(BODY);
    expect((await ask()).headers.get('content-encoding')).toBeNull();
    expect(made).toBe(1);
  });

  test('HEAD has the headers and no body', async () => {
    const answer = await ask({ method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe(String(BODY.length));
    expect(await answer.text()).toBe('');
  });

  test('a failed making fails its askers and is tried again by the next', async () => {
    const request = new Request('http://localhost/');
    const failing = async () => {
      throw new Error('no database');
    };
    expect(cache.respond(request, '/', failing)).rejects.toThrow('no database');
    expect(await (await ask()).text()).toBe(BODY);
  });
});
