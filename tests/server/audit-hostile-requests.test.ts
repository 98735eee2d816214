/** The auditor and a site whose responses fail, redirect or do not end: it ends in time, with one clear line. */
import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import type { AuditOptions } from '../../src/cli/audit/open-audit.ts';
import { CommandFailed } from '../../src/cli/command.ts';
import { audit, linesOf, redirectTo, replace, site, startSiteBeforeEach } from './audited-site.ts';

startSiteBeforeEach();

/** Waits only a moment for these addresses, and long enough for the others on a busy machine. */
const impatientOf = (start: string): Partial<AuditOptions> => ({
  timeout: 200,
  fetch: (url, { signal, ...init }) =>
    fetch(url, url.startsWith(site.url + start) && signal ? { ...init, signal } : init),
});

const endless = () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await Bun.sleep(0);
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    }),
  );

const dripping = () => {
  let timer: Timer | undefined;
  return new Response(
    new ReadableStream({
      start(controller) {
        timer = setInterval(() => controller.enqueue(' '), 20);
      },
      cancel: () => clearInterval(timer),
    }),
  );
};

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

describe('a site without a log', () => {
  test('is not reachable', async () => {
    await site.stop();
    const failed = audit();
    await expect(failed).rejects.toBeInstanceOf(CommandFailed);
    await expect(failed).rejects.toThrow(`${site.url} cannot be audited: /log/key cannot be fetched: `);
  });

  test.each([404, 500])('returns status %d', async (status) => {
    replace('/log/', () => new Response('<h1>error</h1>', { status }));
    await expect(audit()).rejects.toThrow(
      `${site.url} cannot be audited: /log/key returns status ${status}.`,
    );
  });

  test('has no entries', async () => {
    site.content.texts = [];
    await expect(audit()).rejects.toThrow(`The log of ${site.url} has no entries yet.`);
  });

  test.each(['/log/key', '/log/checkpoint'])('does not answer %s', async (path) => {
    replace(path, () => new Promise(() => {}));
    await expect(audit(impatientOf(path))).rejects.toThrow(
      `${path} cannot be fetched: takes more than 0.2 s.`,
    );
  });
});

const elsewhere = redirectTo('http://127.0.0.2:1/');
const NOT_FOLLOWED = 'redirects to http://127.0.0.2:1, which is not followed.';

/** Each has a limit of its own. */
test.each([
  ['/log/key', '/log/key'],
  ['/log/checkpoint', '/log/checkpoint'],
  ['/log/tile/entries/000', '/log/tile/entries/000'],
  ['/log/tile/1/', '/log/tile/1/000.p/1'],
  ['/api/draws', '/api/draws?limit=500'],
])('of %s, endless bytes and a redirect to another host are refused', async (start, path) => {
  replace(start, endless);
  expect((await linesOf()).join('\n')).toContain(`${path} is larger than `);
  replace(start, elsewhere);
  expect((await linesOf()).join('\n')).toContain(`${path} ${NOT_FOLLOWED}`);
});

describe('of /log/tile/entries/000', () => {
  const path = '/log/tile/entries/000';

  test.each<[string, () => Response, string]>([
    ['no status of success', () => new Response('x', { status: 418 }), `${path} returns status 418.`],
    [
      'another port',
      redirectTo('http://127.0.0.1:1/'),
      `${path} redirects to http://127.0.0.1:1, which is not followed.`,
    ],
    ['a file', redirectTo('file:///etc/passwd'), `${path} redirects to file://, which is not followed.`],
    ['no address', redirectTo('http://'), `${path} redirects to no address.`],
    ['itself', redirectTo(path), `${path} redirects too often.`],
    [
      'a compressed response that is huge',
      () => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } }),
      `${path} is larger than `,
    ],
  ])('%s', async (_name, response, expected) => {
    replace(path, response);
    expect((await linesOf()).join('\n')).toContain(expected);
  });

  test('no end', async () => {
    replace(path, dripping);
    const lines = await linesOf(impatientOf(path));
    expect(lines.join('\n')).toContain(`${path} cannot be fetched: takes more than 0.2 s.`);
  });
});

test('no request goes on after the audit', async () => {
  const signals: AbortSignal[] = [];
  replace('/log/tile/', () => new Response(null, { status: 404 }));
  await linesOf({
    fetch: (url, init) => {
      if (init.signal) signals.push(init.signal);
      return url.includes('/tile/entries/001') ? new Promise(() => {}) : fetch(url, init);
    },
  });
  expect(signals.length).toBeGreaterThan(3);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

describe('a redirect within the site', () => {
  test.each([
    [3, true],
    [4, false],
  ])('is followed; %d times: %p', async (times, isFollowed) => {
    const key = await (await fetch(`${site.url}/log/key`)).text();
    site.intercept = (path, usual) => {
      if (path === '/log/key') return redirectTo(`/step/1`)();
      const [, step] = /^\/step\/(\d)$/.exec(path) ?? [];
      if (step === undefined) return usual();
      return Number(step) < times ? redirectTo(`/step/${Number(step) + 1}`)() : new Response(key);
    };
    expect((await audit()).findings).toEqual(isFollowed ? [] : ['/log/key redirects too often.']);
  });

  test('is one only with the status of a redirect', async () => {
    const key = await (await fetch(`${site.url}/log/key`)).text();
    const headers = { Location: 'http://127.0.0.2:1/' };
    replace('/log/key', () => new Response(key, { headers }));
    expect((await audit()).findings).toEqual([]);
    replace('/log/key', () => new Response(key, { headers, status: 404 }));
    await expect(audit()).rejects.toThrow('/log/key returns status 404.');
  });
});

test.each([
  [404, 1],
  [403, 1],
  [429, 3],
  [500, 3],
  [503, 3],
])('status %d: %d requests', async (status, count) => {
  replace('/log/key', () => new Response(null, { status }));
  await expect(audit()).rejects.toThrow(`/log/key returns status ${status}.`);
  expect(site.requests).toHaveLength(count);
});
