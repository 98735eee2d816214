import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ResultList } from '../../../core/result-list.ts';
import { createWorkQueue } from '../../work-queue.ts';
import { createCsvExports } from './csv-exports.ts';

const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5\n';
const LINES = ['2026-11-15,10:00,SC151120261,0,0,7,1,2\n', '2026-11-14,19:00,SC141120265,7,4,3,7,5\n'];

let folder: string;
let list: ResultList;
let made: string[];
/** How often a file waited for its turn to be sent. */
let sentInTurn: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exports-'));
  made = [];
  sentInTurn = 0;
  list = new ResultList().withNewer([
    { date: '2026-11-14', slot: '19:00', drawNo: 'SC141120265', digits: '74375' },
    { date: '2026-11-15', slot: '10:00', drawNo: 'SC151120261', digits: '00712' },
  ]);
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const limits = { atOnce: 1, mostOfNetwork: 10, mostInAll: 10 };
  const [pages, files] = [createWorkQueue(limits), createWorkQueue(limits)];
  return createCsvExports({
    results: { list: async () => list },
    queues: {
      pages: {
        ...pages,
        run(request, work) {
          sentInTurn += 1;
          return pages.run(request, work);
        },
      },
      files: {
        ...files,
        run(request, work) {
          made.push(request.key ?? '');
          return files.run(request, work);
        },
      },
    },
    folder,
  });
}

const visitor = { network: 'a', signal: new AbortController().signal };

test('the file has the results that match, in every encoding, and is made once', async () => {
  const exports = open();
  const { fileIn } = await exports.open({});
  const readers = {
    identity: (bytes: Buffer) => bytes,
    br: brotliDecompressSync,
    gzip: gunzipSync,
    zstd: zstdDecompressSync,
  };
  for (const [encoding, read] of Object.entries(readers) as [keyof typeof readers, typeof gunzipSync][]) {
    for (const _ of [1, 2]) {
      const bytes = read(readFileSync(await fileIn(encoding, visitor)));
      expect(bytes.toString()).toBe(HEADER + LINES.join(''));
    }
  }
  expect(made.length).toBe(4);
  expect(sentInTurn).toBe(8);
  const filtered = await exports.open({ month: '2026-11', q: '151' });
  expect(readFileSync(await filtered.fileIn('identity', visitor), 'utf8')).toBe(HEADER + LINES[0]);
  await exports.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('those who wait for the same file get it in different turns of the event loop', async () => {
  const { fileIn } = await open().open({});
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    immediate = setImmediate(countTurns);
  };
  let immediate = setImmediate(countTurns);
  const turns = await Promise.all(Array.from({ length: 5 }, () => fileIn('br', visitor).then(() => turn)));
  clearImmediate(immediate);
  expect(made.length).toBe(5);
  expect(new Set(turns).size).toBe(5);
});

test('the tag differs for other results and other filters', async () => {
  const exports = open();
  const tags = [(await exports.open({})).tag, (await exports.open({ slot: '10:00' })).tag];
  expect((await exports.open({})).tag).toBe(tags[0] ?? '');
  list = new ResultList();
  tags.push((await exports.open({})).tag);
  expect(new Set(tags).size).toBe(3);
});

test('old files are removed, and one that is missing is made again', async () => {
  const exports = open();
  const paths: string[] = [];
  for (let ending = 0; ending < 60; ending += 1) {
    const { fileIn } = await exports.open({ endsWith: String(ending) });
    paths.push(await fileIn('identity', visitor));
  }
  await Bun.sleep(20);
  const [process = ''] = readdirSync(folder);
  expect(readdirSync(join(folder, process)).length).toBe(40);
  const { fileIn } = await exports.open({ endsWith: '0' });
  expect(readFileSync(await fileIn('identity', visitor), 'utf8')).toBe(HEADER);
  rmSync(join(folder, process), { recursive: true });
  expect(readFileSync(await fileIn('identity', visitor), 'utf8')).toBe(HEADER);
});

test('the folders of processes that were killed are removed', async () => {
  const old = join(folder, 'process-old');
  mkdirSync(old);
  utimesSync(old, 1, 1);
  mkdirSync(join(folder, 'process-other'));
  const { fileIn } = await open().open({});
  await fileIn('identity', visitor);
  expect(readdirSync(folder)).not.toContain('process-old');
  expect(readdirSync(folder)).toContain('process-other');
});
