/** The auditor and hostile contents of a site: it ends in time, and prints nothing that a terminal obeys. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ORIGIN } from '../support/public-log.ts';
import { audit, linesOf, redirectTo, replace, site, startSiteBeforeEach } from './audited-site.ts';

startSiteBeforeEach();

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
    { numRuns: 20 },
  );
}, 60_000);
