/** The CSV file, caching, compression and CORS of the public API. */
import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import { publicCsvLine } from '../../src/core/csv.ts';
import { digitsFromText } from '../../src/core/digits.ts';
import { CLOCK_START, enterHistory, PUBLISHED } from './api-seed.ts';
import { describeOnSite } from './api-site.ts';

describeOnSite({ env: { CLOCK_START }, prepare: enterHistory }, (site) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    site.anonymous('GET', path, { headers });

  const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: (typeof PUBLISHED)[number]) =>
    digit1 + digit2 + digit3 + digit4 + digit5;

  describe('the CSV file', () => {
    const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5\n';
    const lineOf = (draw: (typeof PUBLISHED)[number]) =>
      `${publicCsvLine({ ...draw, digits: digitsFromText(digitsOf(draw)) ?? ['0', '0', '0', '0', '0'] })}\n`;
    const wholeFile = HEADER + PUBLISHED.map(lineOf).join('');

    test('has its name, its type and every published result', async () => {
      const response = await get('/api/draws.csv', { 'Accept-Encoding': 'identity' });
      expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('Content-Disposition')).toBe(
        'attachment; filename="swarna-chakra-results-2026-11-15.csv"',
      );
      expect(await response.text()).toBe(wholeFile);
    });

    test('takes the same filters', async () => {
      const response = await get('/api/draws.csv?slot=10:00&month=2026-11&limit=1');
      const wanted = PUBLISHED.filter(({ slot, date }) => slot === '10:00' && date > '2026-11');
      expect(await response.text()).toBe(HEADER + wanted.map(lineOf).join(''));
    });

    test('has only its header where nothing matches', async () => {
      expect(await (await get('/api/draws.csv?date=2001-01-01')).text()).toBe(HEADER);
    });

    test.each(['br', 'zstd', 'gzip'])('is compressed with %s', async (encoding) => {
      const response = await fetch(`${site.server.url}/api/draws.csv`, {
        headers: { 'Accept-Encoding': encoding },
        decompress: false,
      });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      expect(decode(await response.bytes(), encoding)).toBe(wholeFile);
    });
  });

  const SHARED = [
    '/api/today',
    '/api/draws',
    '/api/draws/SC141120265',
    '/api/news',
    '/api/faqs',
    '/api/openapi.json',
    '/api/docs',
  ];

  test.each(SHARED)('%s can be cached, revalidated by its ETag, and read from any origin', async (path) => {
    const response = await get(path, { Origin: 'https://elsewhere.example' });
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=0, s-maxage=\d+$/);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^W\/".+"$/);
    expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
    expect((await get(path, { 'If-None-Match': '"another"' })).status).toBe(200);
    const head = await site.anonymous('HEAD', path);
    expect([head.status, head.headers.get('ETag')]).toEqual([200, tag]);
  });

  test.each(['br', 'zstd', 'gzip'])('responses are compressed with %s', async (encoding) => {
    const response = await fetch(`${site.server.url}/api/draws`, {
      headers: { 'Accept-Encoding': encoding },
      decompress: false,
    });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(JSON.parse(decode(await response.bytes(), encoding)).items).toHaveLength(PUBLISHED.length);
  });

  test('a preflight request is allowed for public reads only', async () => {
    const preflight = (path: string) =>
      site.anonymous('OPTIONS', path, {
        headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
      });
    const allowed = await preflight('/api/draws');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD');
    for (const path of ['/api/contact', '/api/admin/draws', '/api/auth/sign-in/email']) {
      const refused = await preflight(path);
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  test('HEAD of the stream route opens no stream', async () => {
    const response = await site.anonymous('HEAD', '/api/live');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    expect((await (await site.admin('GET', '/api/admin/dashboard')).json()).visitors).toBe(0);
  });
});

const DECODERS: Record<string, (body: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  br: (body) => brotliDecompressSync(body),
  zstd: (body) => Bun.zstdDecompressSync(body),
  gzip: (body) => Bun.gunzipSync(body),
};

const decode = (body: Uint8Array<ArrayBuffer>, encoding: string): string =>
  new TextDecoder().decode(DECODERS[encoding]?.(body));
