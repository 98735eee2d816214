/** A restore that is killed between any two of its steps leaves the old or the new database complete. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bun } from '../../scripts/project.mjs';
import { replaceSqlite } from '../../src/server/backup/sqlite-replacement.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';

setDefaultTimeout(60_000);

const PROGRAM = join(import.meta.dir, '../support/interrupted-replacement-program.ts');
const MOST_STEPS = 20;

let folder = '';
let remove = () => {};
beforeEach(() => ({ path: folder, remove } = makeDataDir()));
afterEach(() => remove());

const openAt = (file: string) => openDatabase({ kind: 'sqlite', file });

async function writeAnswer(file: string, answer: string): Promise<void> {
  const database = await openAt(file);
  const row = { id: 'f1', question: 'Which?', answer, order_index: 1, search_text: '', version: 1 };
  await database.write(async (tx) => void (await tx.insertInto('faqs').values(row).execute()));
  // A killed server leaves its last writes in the write-ahead log only.
  for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${file}.killed${ending}`);
  await database.close();
}

async function readAnswer(file: string): Promise<string | undefined> {
  const database = await openAt(file);
  const row = await database.db.selectFrom('faqs').select('answer').executeTakeFirst();
  await database.close();
  return row?.answer;
}

/** Creates one folder for each step at which the process is killed. */
function makeSite(name: number): { file: string; scratch: string } {
  const site = join(folder, String(name));
  mkdirSync(site);
  const [file, scratch] = [join(site, 'site.db'), join(site, 'scratch.db')];
  for (const ending of ['', '-wal']) copyFileSync(join(folder, `old.db.killed${ending}`), `${file}${ending}`);
  copyFileSync(join(folder, 'new.db'), scratch);
  return { file, scratch };
}

/** In a process of its own, which is killed before the given step. */
const replaceUntil = (
  { file, scratch }: { file: string; scratch: string },
  survives: number,
  links: string,
) => spawnSync(bun, [PROGRAM, scratch, file, String(survives), links], { encoding: 'utf8' });

describe.each(['possible', 'impossible'])('where links are %s', (links) => {
  test('the database is complete after a kill at any step', async () => {
    await writeAnswer(join(folder, 'old.db'), 'old');
    await writeAnswer(join(folder, 'new.db'), 'new');
    const answers: (string | undefined)[] = [];
    for (let step = 0; ; step += 1) {
      expect(step).toBeLessThan(MOST_STEPS);
      const site = makeSite(step);
      const { signal, status, stdout, stderr } = replaceUntil(site, step, links);
      expect({ step, exists: existsSync(site.file) }).toEqual({ step, exists: true });
      if (signal === null) {
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        expect([await readAnswer(site.file), await readAnswer(stdout)]).toEqual(['new', 'old']);
        break;
      }
      answers.push(await readAnswer(site.file));
      // Files of the killed restore do not stop the next one.
      copyFileSync(join(folder, 'new.db'), site.scratch);
      await replaceSqlite(site.scratch, site.file);
      expect(await readAnswer(site.file)).toBe('new');
    }
    expect(answers.length).toBeGreaterThan(1);
    expect(new Set(answers)).toEqual(new Set(['old']));
  });
});

test.each([
  ['next to a damaged database', 'this is no database'],
  ['without a database', null],
])('SQLite files left %s are not used by the restored database', async (_where, content) => {
  await writeAnswer(join(folder, 'new.db'), 'new');
  const file = join(folder, 'data', 'site.db');
  const scratch = join(folder, 'data', 'scratch.db');
  mkdirSync(join(folder, 'data'));
  copyFileSync(join(folder, 'new.db'), scratch);
  if (content !== null) writeFileSync(file, content);
  for (const ending of ['-wal', '-shm', '-journal']) writeFileSync(`${file}${ending}`, 'left');
  const former = await replaceSqlite(scratch, file);
  expect(former).toBe(content === null ? null : `${file}.before-restore-1`);
  expect(readdirSync(join(folder, 'data')).sort()).toEqual([
    'site.db',
    ...(content === null ? [] : ['site.db.before-restore-1']),
    ...['-journal', '-shm', '-wal'].map((ending) => `site.db.before-restore-1${ending}`),
  ]);
  if (content !== null) expect(readFileSync(former ?? '', 'utf8')).toBe(content);
  expect(await readAnswer(file)).toBe('new');
});
