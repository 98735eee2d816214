/** The public log over HTTP: a verifier of its own reads key, checkpoint and tiles as anyone can, on both databases. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sendRaw } from '../support/raw-http.ts';
import { create, newDraw } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';
import { expectProblem, fillLog, kindsOf, LOG_SETTINGS, PROBLEM, parseEntryText } from './public-log-site.ts';
import {
  keyHash,
  leafHash,
  naiveRoot,
  readKeyLine,
  readWholeLog,
  tilePathOf,
  tilesFor,
} from './public-log-verifier.ts';

// Starting PostgreSQL is slow on a busy machine.
setDefaultTimeout(30_000);

const OCTETS = 'application/octet-stream';

describeOnBothSites({ env: LOG_SETTINGS, prepare: fillLog }, (site) => {
  const get = (path: string) => site.anonymous('GET', path);
  const readLog = () => readWholeLog(site.server.url);

  async function bytesAt(path: string): Promise<Buffer> {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  }

  describe('key and checkpoint', () => {
    test('the key is one line named after the log, and its hash is right', async () => {
      const response = await get('/log/key');
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      const key = readKeyLine(await response.text());
      expect(key.name).toBe(`${new URL(site.server.url).host}/log`);
      expect(key.hash).toBe(keyHash(key));
    });

    test('the checkpoint is signed, and its root is that of all entries', async () => {
      const { key, checkpoint, entries, note } = await readLog();
      expect(checkpoint.origin).toBe(key.name);
      expect(entries).toHaveLength(checkpoint.size);
      expect(entries.length).toBeGreaterThan(600);
      expect(parseEntryText(entries[0] ?? '')).toMatchObject({ kind: 'open', origin: key.name });
      expect(note).toStartWith(`${key.name}\n${checkpoint.size}\n`);
    });

    test('a publication is in the next checkpoint', async () => {
      const { checkpoint } = await readLog();
      const draw = newDraw('2026-11-12', '19:00', '24680');
      await create(site, 'draws', draw);
      const { entries } = await readLog();
      expect(kindsOf(entries.slice(checkpoint.size))).toEqual(['sealed', 'result']);
      expect(parseEntryText(entries.at(-1) ?? '').drawNo).toBe(draw.drawNo);
    });

    test('shared caches keep it for less than five seconds, together with our own', async () => {
      const seconds = /s-maxage=(\d+)$/.exec(
        (await get('/log/checkpoint')).headers.get('Cache-Control') ?? '',
      );
      expect(Number(seconds?.[1]) * 2).toBeLessThan(5);
    });
  });

  describe('tiles', () => {
    test('have the hashes of the tree, on both levels', async () => {
      const { entries } = await readLog();
      const leaves = entries.map(leafHash);
      for (const [position, { path, width }] of tilesFor(0, leaves.length).entries()) {
        const expected = Buffer.concat(leaves.slice(position * 256, position * 256 + width));
        expect((await bytesAt(path)).equals(expected)).toBe(true);
      }
      const full = Math.floor(leaves.length / 256);
      const roots = Array.from({ length: full }, (_, tile) =>
        naiveRoot(leaves.slice(tile * 256, (tile + 1) * 256)),
      );
      expect((await bytesAt(tilePathOf(1, 0, full))).equals(Buffer.concat(roots))).toBe(true);
    });

    test('are served in any smaller width, also when they are full', async () => {
      for (const level of [0, 'entries'] as const) {
        const full = await bytesAt(tilePathOf(level, 1, 256));
        for (const width of [1, 2, 100, 255]) {
          const partial = await bytesAt(tilePathOf(level, 1, width));
          expect(full.subarray(0, partial.length).equals(partial)).toBe(true);
          if (level === 0) expect(partial).toHaveLength(32 * width);
        }
      }
    });

    test('full ones are immutable, partial ones are cached for a short time', async () => {
      for (const level of [0, 'entries'] as const) {
        const full = await get(tilePathOf(level, 0, 256));
        expect(full.headers.get('Content-Type')).toBe(OCTETS);
        expect(full.headers.get('Cache-Control')).toBe(
          'public, max-age=31536000, s-maxage=31536000, immutable',
        );
        const partial = await get(tilePathOf(level, 0, 255));
        expect(partial.headers.get('Cache-Control')).toMatch(/^public, max-age=0, s-maxage=\d{1,2}$/);
      }
    });

    test('a parameter for the cache of an auditor has no effect', async () => {
      const path = tilePathOf(0, 0, 256);
      expect((await bytesAt(`${path}?log=7`)).equals(await bytesAt(path))).toBe(true);
    });

    test('that the log does not have are not found', async () => {
      const { checkpoint } = await readLog();
      const [last, width] = [Math.floor(checkpoint.size / 256), checkpoint.size % 256];
      for (const path of [
        tilePathOf(0, last, 256),
        tilePathOf(0, last, width + 40),
        tilePathOf('entries', last, 256),
        tilePathOf('entries', last, width + 40),
        tilePathOf(0, last + 1, 1),
        tilePathOf(1, 0, last + 1),
        tilePathOf(1, 0, 256),
        tilePathOf(2, 0, 1),
        '/log/tile/63/000.p/1',
        '/log/tile/0/x999/x999/x999/x999/x999/999',
        '/log/tile/entries/x001/234.p/5',
      ])
        await expectProblem(await get(path), 404);
    });

    test.each([
      '/log/tile/0/0',
      '/log/tile/0/0000',
      '/log/tile/0/x000/000',
      '/log/tile/0/000.p',
      '/log/tile/0/000.p/0',
      '/log/tile/0/000.p/01',
      '/log/tile/0/000.p/256',
      '/log/tile/0/000.p/1/2',
      '/log/tile/0/000.P/1',
      '/log/tile/00/000',
      '/log/tile/+0/000',
      '/log/tile/-1/000',
      '/log/tile/64/000',
      '/log/tile/0x0/000',
      '/log/tile/Entries/000',
      '/log/tile/data/000',
      '/log/tile/0',
      '/log/tile',
      '/log/Checkpoint',
      '/log/checkpoint/x',
      '/log/key.txt',
      '/log/nothing',
      '/log',
    ])('%s is not found', async (path) => {
      await expectProblem(await get(path), 404);
    });

    test.each([
      '/log//checkpoint',
      '/log/checkpoint/',
      '/log/./checkpoint',
      '/log/x/../checkpoint',
      '/log/%63heckpoint',
      '/log/tile/0/%30%30%30',
      '/log/tile/0%2f000',
      '/log/tile/0/000%2ep/1',
      '/log/tile/0/%000',
    ])('%s is no other spelling of anything', async (target) => {
      const { status, headers } = await sendRaw(site.server.url, { target });
      expect([400, 404]).toContain(status);
      expect(headers.get('Content-Type')).toBe(PROBLEM);
    });
  });
});
