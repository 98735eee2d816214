/** No SQL of a PostgreSQL copy is run, and a copy with another schema is refused. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { bun } from '../../scripts/project.mjs';
import { deriveKey } from '../../src/server/auth/secret.ts';
import { listDumpedObjects } from '../../src/server/backup/dump-contents.ts';
import { type Facts, readFacts } from '../../src/server/backup/facts.ts';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { type Manifest, SEAL_KEY_PURPOSE, writeManifest } from '../../src/server/backup/manifest.ts';
import { findPgTools } from '../../src/server/backup/pg-tools.ts';
import { copyPostgres, inspectPostgres } from '../../src/server/backup/postgres-copy.ts';
import { describePostgresSchema } from '../../src/server/backup/postgres-schema.ts';
import { readServerMajor } from '../../src/server/backup/postgres-scratch.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { findSchemaDifferences } from '../../src/server/backup/schema-differences.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { openSingleConnection } from '../../src/server/storage/engines/postgres.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { fillSite, KEY, NOON, readEverything, resealCopy, scratchFor } from './backup-site.ts';

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

const options = () => scratchFor(installation.location, folder);
const order = () => ({
  location: installation.location,
  folder,
  scratchFolder: join(folder, '..'),
  key: KEY,
  name: 'copy',
  at: NOON,
});
const ignore = () => {};

async function writeSealed(
  copy: string,
  format: Manifest['format'],
  facts: Facts,
  key: string,
): Promise<void> {
  const madeAt = new Date(NOON).toISOString();
  const manifest = {
    product: 'swarna-chakra',
    file: 'copy',
    format,
    madeAt,
    bytes: 0,
    sha256: '',
    facts,
  } as const;
  await writeManifest(copy, manifest, key);
  resealCopy(copy, { key });
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
    return installation.cli([...command, copyFile()], { env });
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
    await sql`update faqs set response = 'Changed since.'`.execute(db);
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

describe('with a planted trigger in the database', () => {
  beforeAll(async () => {
    await sql`create function planted() returns trigger language plpgsql as 'begin return new; end'`.execute(
      db,
    );
    await sql`create trigger planted before insert on draws for each row execute function planted()`.execute(
      db,
    );
  });
  afterAll(async () => {
    await sql`drop function planted cascade`.execute(db);
  });

  test('a copy contains only rows, and is not restored into that database', async () => {
    const tools = await findPgTools(await readServerMajor(db));
    const notes: string[] = [];
    const { format, file } = await makeVerifiedCopy(order(), ignore, (note) => notes.push(note));
    expect(format).toBe('rows');
    expect(notes.join()).toMatch(tools ? /TRIGGER public draws planted/ : /^$/);
    const before = await readContent();
    const restoring = restoreCopy(join(folder, file), options(), { force: true }, ignore);
    await expect(restoring).rejects.toThrow('trigger planted of draws is not part of our schema');
    expect(await readContent()).toEqual(before);
  });

  test('an archive of the real pg_dump is refused', async () => {
    const tools = await findPgTools(await readServerMajor(db));
    const copy = join(folder, 'real.dump');
    const facts = await copyPostgres(url, copy, tools, ignore);
    await writeSealed(copy, tools ? 'pg_dump' : 'rows', facts, KEY);
    const checking = verifyCopy(copy, options(), ignore);
    if (tools) await expect(checking).rejects.toThrow('TRIGGER public draws planted');
    else expect(await checking).toMatchObject({ sealedHere: true });
  });
});

describe('a file of rows', () => {
  /** Changes the content of a copy, seals it again, and verifies it. */
  async function verifyWith(change: (lines: string) => Uint8Array) {
    const copy = join(folder, 'copy.rows.gz');
    const facts = await copyPostgres(url, copy, null, ignore);
    writeFileSync(copy, change(gunzipSync(await Bun.file(copy).bytes()).toString()));
    await writeSealed(copy, 'rows', facts, KEY);
    return verifyCopy(copy, options(), ignore);
  }

  test('with a line that is longer than any row is refused', async () => {
    const long = JSON.stringify({ table: 'faqs', row: { id: 'x'.repeat(40_000_000) } });
    await expect(verifyWith((lines) => gzipSync(`${lines}${long}\n`))).rejects.toThrow(/longer than any row/);
  });

  test('that is truncated is refused with a reason', async () => {
    const verifying = verifyWith((lines) => gzipSync(lines).subarray(0, -20));
    await expect(verifying).rejects.toThrow(/The copy cannot be decompressed/);
  });

  test.each(['kysely_migration', 'pg_catalog.pg_class', 'planted'])(
    'with rows for %s is refused',
    async (table) => {
      const copy = join(folder, 'copy.rows.gz');
      const facts = await copyPostgres(url, copy, null, ignore);
      const line = JSON.stringify({ table, row: { name: '0007-planted', timestamp: '2026-11-15' } });
      writeFileSync(copy, gzipSync(`${gunzipSync(await Bun.file(copy).bytes())}${line}\n`));
      await writeSealed(copy, 'rows', facts, KEY);
      await expect(verifyCopy(copy, options(), ignore)).rejects.toThrow(
        `The copy has rows for ${table}, which is not a table of ours.`,
      );
    },
  );
});

class RolledBack extends Error {}

test.each<[string, string, string]>([
  ['one more table', 'create table more (a int)', 'relation more is not part of our schema'],
  ['one more index', 'create index more on faqs (answer)', 'index more is not part of our schema'],
  ['one more view', 'create view more as select 1 as a', 'relation more is not part of our schema'],
  ['one more sequence', 'create sequence more', 'relation more is not part of our schema'],
  ['one more type', 'create domain more as text', 'type more is not part of our schema'],
  [
    'a view in the place of a table',
    'drop table faqs; create view faqs as select 1 as id',
    'relation faqs is not as our migrations make it',
  ],
  [
    'an activity log that can be rewritten',
    'drop trigger activity_refuses_change on activity',
    'trigger activity_refuses_change of activity is missing',
  ],
  [
    'a disabled trigger',
    'alter table activity disable trigger activity_refuses_change',
    'trigger activity_refuses_change of activity is not as our migrations make it',
  ],
  [
    'a trigger that does something else',
    `create or replace function refuse_change_of_activity() returns trigger language plpgsql as
     'begin return null; end'`,
    'function refuse_change_of_activity() is not as our migrations make it',
  ],
  [
    'a function that runs with the rights of its owner',
    'alter function notify_feed() security definer',
    'function notify_feed() is not as our migrations make it',
  ],
  [
    'another default of a column',
    'alter table settings alter column maintenance_mode set default 1',
    'column maintenance_mode of settings is not as our migrations make it',
  ],
  [
    'a column that may be empty',
    'alter table faqs alter column answer drop not null',
    'column answer of faqs is not as our migrations make it',
  ],
  [
    'a missing constraint',
    'alter table draws drop constraint draws_draw_no_key',
    'constraint draws_draw_no_key of draws is missing',
  ],
  [
    'a rule',
    'create rule planted as on delete to faqs do instead nothing',
    'rule planted of faqs is not part of our schema',
  ],
  [
    'a policy',
    'create policy planted on faqs using (true)',
    'policy planted of faqs is not part of our schema',
  ],
  [
    'row security',
    'alter table faqs enable row level security',
    'relation faqs is not as our migrations make it',
  ],
  ['inherited rows', 'create table more () inherits (faqs)', 'inheritance of more is not part of our schema'],
])('the comparison names %s', async (_what, statements, expected) => {
  const ours = await describePostgresSchema(db);
  const comparing = db.transaction().execute(async (tx) => {
    await sql.raw(statements).execute(tx);
    throw new RolledBack(findSchemaDifferences(ours, await describePostgresSchema(tx)).join('\n'));
  });
  await expect(comparing).rejects.toThrow(RolledBack);
  await expect(comparing).rejects.toThrow(expected);
});
