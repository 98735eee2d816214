/** Archives of pg_dump: their statements are not run, and one with other objects than our schema is refused. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { bun } from '../../scripts/project.mjs';
import { deriveKey } from '../../src/server/auth/secret.ts';
import { listDumpedObjects } from '../../src/server/backup/dump-contents.ts';
import { type Facts, readFacts } from '../../src/server/backup/facts.ts';
import { SEAL_KEY_PURPOSE } from '../../src/server/backup/manifest.ts';
import { inspectPostgres } from '../../src/server/backup/postgres-copy.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { openSingleConnection } from '../../src/server/storage/engines/postgres.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { fillSite, readEverything, writeSealed } from './backup-site.ts';

setDefaultTimeout(60_000);

let installation: Installation;
let url = '';
let db: Kysely<Schema>;
let folder = '';
let content: Record<string, unknown[]> = {};
beforeAll(async () => {
  installation = await makeInstallation('postgres');
  url = installation.location.kind === 'postgres' ? installation.location.url : '';
  folder = join(installation.dataDir, 'backups');
  mkdirSync(folder);
  const database = await openDatabase(installation.location);
  await fillSite(database);
  content = await readEverything(database);
  await database.close();
  db = openSingleConnection(url);
});
afterAll(async () => {
  await db.destroy();
  await installation.remove();
});

async function readContent(): Promise<Record<string, unknown[]>> {
  const database = await openDatabase(installation.location);
  const everything = await readEverything(database);
  await database.close();
  return everything;
}

/** What the fake pg_restore prints: its list, and a script for each table. */
interface Archive {
  list: string[];
  scripts: Record<string, string>;
  /** A file that it empties when it prints its list, to test a copy that is replaced while it is read. */
  empties?: string;
}

describe('an archive of pg_dump', () => {
  const copyFile = () => join(folder, 'copy.dump');
  let archive: Archive;
  let facts: Facts;
  let env: Record<string, string> = {};

  /** A fake pg_restore, because the machine may have none that fits the server. */
  beforeAll(async () => {
    const bin = join(installation.dataDir, 'bin');
    mkdirSync(bin);
    const program = `#!${bun}
      const args = process.argv.slice(2);
      if (args[0] === '--version') console.log('pg_restore (PostgreSQL) 99.1');
      else {
        const { list, scripts, empties } = await Bun.file(args.at(-1)).json();
        if (empties && args[0] === '--list') await Bun.write(empties, '');
        const table = args.find((arg) => arg.startsWith('--table='))?.slice('--table='.length);
        process.stdout.write(args[0] === '--list' ? list.join('\\n') : scripts[table]);
      }`;
    for (const tool of ['pg_dump', 'pg_restore']) {
      writeFileSync(join(bin, tool), program);
      chmodSync(join(bin, tool), 0o755);
    }
    env = { PATH: `${bin}:${process.env['PATH']}` };
    archive = await makeArchive();
    facts = await readFacts(inspectPostgres(db));
  });

  /** In the form that pg_dump 15 writes. */
  async function makeArchive(): Promise<Archive> {
    const objects = await listDumpedObjects(db);
    const scripts: Record<string, string> = {};
    for (const table of await inspectPostgres(db).tables()) scripts[table] = await scriptOf(table);
    const inSchema = objects.map((object) => object.replace(/^((?:[A-Z]+ )+)/, '$1public '));
    return { list: ['SCHEMA - public', 'COMMENT - SCHEMA public', ...inSchema], scripts };
  }

  async function scriptOf(table: string): Promise<string> {
    const columns = await sql<{ name: string }>`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = ${`"${table}"`}::regclass and attnum > 0 order by attnum`.execute(db);
    const names = columns.rows.map(({ name }) => name);
    const texts = names.map((name) => `${name}::text`).join(', ');
    const { rows } = await sql
      .raw<Record<string, string | null>>(`select ${texts} from "${table}"`)
      .execute(db);
    const lines = rows.map((row) => `${Object.values(row).map(escapeValue).join('\t')}\n`).join('');
    const copy = `COPY public."${table}" (${names.join(', ')}) FROM stdin;`;
    return `--\n-- Dump\n--\n\\restrict abc\nSET client_encoding = 'UTF8';\n${copy}\n${lines}\\.\n\n\\unrestrict abc\n`;
  }

  const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  const escapeValue = (value: string | null): string =>
    value === null ? '\\N' : value.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter);

  /** Writes a changed archive, sealed by this installation, and runs the command on it. */
  async function runCommand(command: string[], change: (archive: Archive) => void) {
    const changed = structuredClone(archive);
    change(changed);
    const entries = changed.list.map((entry, index) => `${index}; 1259 ${index} ${entry} postgres`);
    writeFileSync(copyFile(), JSON.stringify({ ...changed, list: [';', '; Archive', ...entries] }));
    const key = deriveKey(installation.env['AUTH_SECRET'] ?? '', SEAL_KEY_PURPOSE);
    await writeSealed(copyFile(), 'pg_dump', facts, key);
    return installation.cliProcess([...command, copyFile()], { env });
  }

  const add =
    (entry: string) =>
    ({ list }: Archive) =>
      void list.push(entry);
  const drop = (entry: string) => (changed: Archive) => {
    changed.list = changed.list.filter((candidate) => candidate !== entry);
  };
  const rewriteFaqs = (from: string, to: string) => (changed: Archive) => {
    changed.scripts['faqs'] = (changed.scripts['faqs'] ?? '').replace(from, to);
  };

  test.each<[string, (archive: Archive) => void, string]>([
    [
      'a planted trigger',
      add('TRIGGER public draws planted'),
      'TRIGGER public draws planted postgres is not part of',
    ],
    ['one more table', add('TABLE public more'), 'TABLE public more postgres is not part of our schema'],
    ['one more index', add('INDEX public more'), 'INDEX public more postgres is not part of our schema'],
    ['another schema', add('SCHEMA - more'), 'SCHEMA - more postgres is not part of our schema'],
    [
      'an event trigger',
      add('EVENT TRIGGER - more'),
      'EVENT TRIGGER - more postgres is not part of our schema',
    ],
    ['an extension', add('EXTENSION - dblink'), 'EXTENSION - dblink postgres is not part of our schema'],
    [
      'a second table of the same name',
      add('TABLE public draws'),
      'TABLE public draws postgres is not part of',
    ],
    [
      'an activity log that can be rewritten',
      drop('TRIGGER public activity activity_refuses_change'),
      'TRIGGER public activity activity_refuses_change is missing',
    ],
    [
      'a view in the place of a table',
      (changed) => {
        drop('TABLE public faqs')(changed);
        add('VIEW public faqs')(changed);
      },
      'TABLE public faqs is missing; VIEW public faqs postgres is not part of our schema',
    ],
    ['no schema', drop('SCHEMA - public'), 'is not a dump of one schema'],
    ['another column', rewriteFaqs('(id,', '(planted,'), 'no readable rows for table faqs'],
    ['another encoding', rewriteFaqs('UTF8', 'LATIN1'), 'no readable rows for table faqs'],
    ['a table that does not end', rewriteFaqs('\\.\n', ''), 'A line of the copy is not readable.'],
    [
      'a value that does not fit',
      rewriteFaqs('\t1\t', '\tone\t'),
      'The copy cannot be read: invalid input syntax',
    ],
  ])('with %s is refused', async (_what, change, expected) => {
    const { code, stderr } = await runCommand(['verify-backup'], change);
    expect(stderr).toContain(expected);
    expect(code).toBe(1);
  });

  test('that is replaced while it is read is used as it was when checked', async () => {
    const { code, stdout } = await runCommand(['verify-backup'], (changed) => {
      changed.empties = copyFile();
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('is good') });
    expect(statSync(copyFile()).size).toBe(0);
  });

  test('restores every row, and its other statements are not run', async () => {
    await sql`delete from draws`.execute(db);
    await sql`update faqs set answer = 'Changed since.'`.execute(db);
    const planted = 'CREATE TABLE public.planted (a int);\nDROP TABLE public.news_posts;\n';
    const { code, stderr } = await runCommand(['restore', '--force'], ({ scripts }) => {
      Object.assign(scripts, archive.scripts, { faqs: `${planted}${archive.scripts['faqs']}${planted}` });
    });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { feed_state: _, ...restored } = await readContent();
    const { feed_state: __, ...before } = content;
    expect(restored).toEqual(before);
  });
});
