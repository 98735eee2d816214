import { beforeEach, describe, expect, test } from 'bun:test';
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
  method?: string;
  headers?: Record<string, string>;
  cacheControl?: string;
  status?: number;
  body?: string;
}

const ask = async ({ method = 'GET', headers = {}, cacheControl, status = 200, body = BODY }: Asked = {}) =>
  cache.respond(new Request('http://localhost/', { method, headers }), '/', async () => {
    made += 1;
    await Bun.sleep(1);
    return new Response(body, { status, headers: { 'Cache-Control': cacheControl ?? 'public, s-maxage=5' } });
  });

describe('the response cache', () => {
  test('makes an answer once and gives the same bytes again', async () => {
    expect(await (await ask()).text()).toBe(BODY);
    expect(await (await ask()).text()).toBe(BODY);
    expect(made).toBe(1);
  });

  test('many askers at once wait for one making', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(50).fill(BODY));
    expect(made).toBe(1);
  });

  test('makes it anew when its time is over, and not a millisecond before', async () => {
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
    await ask({ cacheControl: 'no-store' });
    await ask({ cacheControl: 'private, max-age=60' });
    expect(made).toBe(4);
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
