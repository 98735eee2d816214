/** The auditor against a hostile site: it ends in time, and prints nothing that a terminal obeys. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { AuditOptions } from '../../src/cli/audit/open-audit.ts';
import { CommandFailed } from '../../src/cli/command.ts';
import { ORIGIN } from '../support/public-log.ts';
import { auditTestSite, startSite, type TestSite } from './audit-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

const audit = (options?: Partial<AuditOptions>) => auditTestSite(site, options);

/** Waits only a moment for these addresses, and long enough for the others on a busy machine. */
const impatientOf = (start: string): Partial<AuditOptions> => ({
  timeout: 200,
  fetch: (url, { signal, ...init }) =>
    fetch(url, url.startsWith(site.url + start) && signal ? { ...init, signal } : init),
});

/** Everything that the command would print. */
async function linesOf(options?: Partial<AuditOptions>): Promise<string[]> {
  const lines: string[] = [];
  try {
    const { findings, log } = await audit({ report: (line) => lines.push(line), ...options });
    return [...lines, ...findings, ...(log?.notes ?? [])];
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return [...lines, error.message];
  }
}

const replace = (start: string, response: () => Response | Promise<Response>) => {
  site.intercept = (path, usual) => (path.startsWith(start) ? response() : usual());
};

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
const redirectTo = (address: string) => () =>
  new Response(null, { status: 302, headers: { Location: address } });

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

describe.each([
  ['/log/key', '/log/key'],
  ['/log/checkpoint', '/log/checkpoint'],
  ['/log/tile/entries/000', '/log/tile/entries/000'],
  ['/log/tile/1/', '/log/tile/1/000.p/1'],
  ['/api/draws', '/api/draws?limit=500'],
])('of %s', (start, path) => {
  test.each<[string, () => Response, string]>([
    ['no status of success', () => new Response('x', { status: 418 }), `${path} returns status 418.`],
    [
      'another host',
      redirectTo('http://127.0.0.2:1/'),
      `${path} redirects to http://127.0.0.2:1, which is not followed.`,
    ],
    [
      'another port',
      redirectTo('http://127.0.0.1:1/'),
      `${path} redirects to http://127.0.0.1:1, which is not followed.`,
    ],
    ['a file', redirectTo('file:///etc/passwd'), `${path} redirects to file://, which is not followed.`],
    ['no address', redirectTo('http://'), `${path} redirects to no address.`],
    ['itself', redirectTo(path), `${path} redirects too often.`],
  ])('%s', async (_name, response, expected) => {
    replace(start, response);
    expect((await linesOf()).join('\n')).toContain(expected);
  });

  test('no end', async () => {
    replace(start, dripping);
    const lines = await linesOf(impatientOf(start));
    expect(lines.join('\n')).toContain(`${path} cannot be fetched: takes more than 0.2 s.`);
  });

  test.each<[string, () => Response]>([
    ['endless bytes', endless],
    [
      'a compressed response that is huge',
      () => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } }),
    ],
  ])('%s', async (_name, response) => {
    replace(start, response);
    expect((await linesOf()).join('\n')).toContain(`${path} is larger than `);
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

describe('a list', () => {
  test.each<[string, () => object, string]>([
    ['with empty pages', () => ({ items: [], nextCursor: 'x' }), '/api/draws does not end.'],
    [
      'without an end',
      () => ({ items: site.content.draws, nextCursor: 'x' }),
      '/api/draws lists more than 1334 results.',
    ],
  ])('%s', async (_name, page, expected) => {
    replace('/api/draws', () => Response.json(page()));
    expect(await linesOf()).toContain(expected);
  });

  test('with a cursor that is an address', async () => {
    let pages = 0;
    replace('/api/draws', () => {
      pages += 1;
      return Response.json({ items: site.content.draws, nextCursor: pages % 2 === 1 ? '&x=1#?/../' : null });
    });
    await linesOf();
    expect(site.requests).toContain('/api/draws?limit=500&cursor=%26x%3D1%23%3F%2F..%2F');
  });
});

describe('nothing that is printed', () => {
  const expectPrintable = (lines: string[]) => {
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThan(500);
    }
  };
  const NASTY = '\u001b]0;title\u0007\u009b31m\u202egnp\u2028\r\n';

  test('has the control characters of a list', async () => {
    site.content.draws = site.content.draws.map((draw) => ({
      ...draw,
      drawNo: NASTY + draw.drawNo.repeat(99),
    }));
    expectPrintable(await linesOf());
  });

  test('has the invisible characters of an origin', async () => {
    const origin = `results\u202eexample\u200b.org/log`;
    site.content.origin = origin;
    site.content.texts = site.content.texts.map((text) => text.replaceAll(ORIGIN, origin));
    const lines = await linesOf();
    expect(lines.join('\n')).toContain('results?example?.org/log');
    expectPrintable(lines);
  });

  test('has those of a redirect', async () => {
    replace('/log/key', redirectTo(`http://a.example/${encodeURI(NASTY)}`));
    expectPrintable(await linesOf());
  });

  test('is long', async () => {
    site.content.origin = `${'x'.repeat(10_000)}/log`;
    expectPrintable(await linesOf());
  });
});

describe('an entry', () => {
  test.each([
    ['deep', '['.repeat(65_535)],
    ['deep and closed', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['empty', ''],
    ['with a byte order mark', '\ufeff{"v":1}'],
    ['with __proto__', '{"v":1,"kind":"__proto__","at":"2026-03-14T00:00:00.000Z"}'],
    ['of constructor', '{"v":1,"kind":"constructor","at":"2026-03-14T00:00:00.000Z"}'],
    ['with an odd surrogate', '"\\ud800"'],
  ])('that is %s', async (_name, text) => {
    site.content.texts.push(text);
    expect(await linesOf()).toContain('Entry 334 is not the exact text of an entry.');
  });
});

test('any bytes at any address end in findings or one clear line', async () => {
  await audit();
  const paths = [...new Set(site.requests)];
  const anyResponse = fc.record({
    path: fc.constantFrom(...paths),
    status: fc.constantFrom(200, 200, 200, 204, 301, 404, 500),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 500 }).map((bytes) => new Uint8Array(bytes)),
      fc.string(),
      fc.json(),
    ),
    cut: fc.option(fc.nat(40_000)),
  });
  await fc.assert(
    fc.asyncProperty(anyResponse, async ({ path, status, body, cut }) => {
      site.intercept = async (asked, usual) => {
        if (asked !== path) return usual();
        if (cut === null) return new Response(status === 204 || status === 301 ? null : body, { status });
        const bytes = new Uint8Array(await (await usual()).arrayBuffer());
        // Always a change: a byte is added where it is cut.
        return new Response(Buffer.concat([bytes.slice(0, cut % bytes.length), Uint8Array.of(1)]));
      };
      expect(await linesOf({ report: () => {} })).not.toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 60_000);
