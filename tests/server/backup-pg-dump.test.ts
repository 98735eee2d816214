/** Archives of pg_dump: their statements are not run, and one with other objects than our schema is refused. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { deriveKey } from '../../src/server/auth/secret.ts';
import { compareContents, listDumpedObjects } from '../../src/server/backup/dump-contents.ts';
import { loadTableData } from '../../src/server/backup/dump-rows.ts';
import { type Facts, readFacts } from '../../src/server/backup/facts.ts';
import { SEAL_KEY_PURPOSE } from '../../src/server/backup/manifest.ts';
import { inspectPostgres } from '../../src/server/backup/postgres-copy.ts';
import { openSingleConnection } from '../../src/server/storage/engines/postgres.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { type CommandHost, startCommandHost } from '../support/command-host.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { fillSite, readEverything, withDatabase, writeSealed } from './backup-site.ts';

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
  content = await withDatabase(installation.location, async (database) => {
    await fillSite(database, 3);
    return readEverything(database);
  });
  db = openSingleConnection(url);
});
afterAll(async () => {
  await db.destroy();
  await installation.remove();
});

/** What the fake pg_restore prints: its list, and a script for each table. */
interface Archive {
  list: string[];
  scripts: Record<string, string>;
  /** A file that it empties when it prints its list, to test a copy that is replaced while it is read. */
  empties?: string;
}

let archive: Archive;

/** In the form that pg_dump 15 writes. */
beforeAll(async () => {
  const scripts: Record<string, string> = {};
  for (const table of await inspectPostgres(db).tables()) scripts[table] = await scriptOf(table);
  const objects = await listDumpedObjects(db);
  const inSchema = objects.map((object) => object.replace(/^((?:[A-Z]+ )+)/, '$1public '));
  archive = { list: ['SCHEMA - public', 'COMMENT - SCHEMA public', ...inSchema], scripts };
});

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

type Change = (archive: Archive) => void;

function changedBy(change: Change): Archive {
  const changed = structuredClone(archive);
  change(changed);
  return changed;
}

/** What `pg_restore --list` prints. */
const linesOfList = ({ list }: Archive): string[] => [
  ';',
  '; Archive',
  ...list.map((entry, index) => `${index}; 1259 ${index} ${entry} postgres`),
];

const add =
  (entry: string): Change =>
  ({ list }) =>
    void list.push(entry);
const drop =
  (entry: string): Change =>
  (changed) => {
    changed.list = changed.list.filter((candidate) => candidate !== entry);
  };
const rewriteFaqs =
  (from: string, to: string): Change =>
  ({ scripts }) => {
    scripts['faqs'] = (scripts['faqs'] ?? '').replace(from, to);
  };

describe('the comparison of the list of an archive with our schema names', () => {
  const compare = async (change: Change) =>
    compareContents(linesOfList(changedBy(change)).join('\n'), await listDumpedObjects(db));

  test.each<[string, Change, string[]]>([
    ['nothing for an archive of ours', () => {}, []],
    ...[
      'TRIGGER public draws planted',
      'TABLE public more',
      'INDEX public more',
      'SCHEMA - more',
      'EVENT TRIGGER - more',
      'EXTENSION - dblink',
      // A second one of the same name.
      'TABLE public draws',
    ].map((entry): [string, Change, string[]] => [
      `one more ${entry}`,
      add(entry),
      [`${entry} postgres is not part of our schema`],
    ]),
    [
      'a missing trigger, without which the activity log can be rewritten',
      drop('TRIGGER public activity activity_refuses_change'),
      ['TRIGGER public activity activity_refuses_change is missing'],
    ],
    [
      'a view in the place of a table',
      (changed) => {
        drop('TABLE public faqs')(changed);
        add('VIEW public faqs')(changed);
      },
      ['TABLE public faqs is missing', 'VIEW public faqs postgres is not part of our schema'],
    ],
  ])('%s', async (_what, change, differences) => {
    expect(await compare(change)).toEqual({ schema: 'public', differences });
  });
});

test.each<[string, Change, string]>([
  ['another column', rewriteFaqs('(id,', '(planted,'), 'no readable rows for table faqs'],
  ['another encoding', rewriteFaqs('UTF8', 'LATIN1'), 'no readable rows for table faqs'],
  ['a table that does not end', rewriteFaqs('\\.\n', ''), 'A line of the copy is not readable.'],
])('rows with %s are refused', async (_what, change, expected) => {
  const script = new Blob([changedBy(change).scripts['faqs'] ?? '']).stream();
  const loading = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('faqs').execute();
    await loadTableData(tx, 'faqs', script);
  });
  await expect(loading).rejects.toThrow(expected);
});

/** Prints the lines that begin with the name of a table, or with the option for everything else. */
const FAKE_PG_RESTORE = `#!/bin/sh
  PATH=/usr/bin:/bin
  section=$1
  for argument; do
    case $argument in --table=*) section=\${argument#--table=} ;; esac
  done
  if [ "$section" = --version ]; then echo 'pg_restore (PostgreSQL) 99.1'; exit; fi
  sed -n "s/^$section: //p" "$argument"
  if [ "$section" = --list ]; then
    sed -n 's/^--empties: //p' "$argument" | while read -r file; do : > "$file"; done
  fi`;

describe('an archive of pg_dump', () => {
  const copyFile = () => join(folder, 'copy.dump');
  let facts: Facts;
  let host: CommandHost;

  /** The machine may have no pg_restore that fits the server. */
  beforeAll(async () => {
    const bin = join(installation.dataDir, 'bin');
    mkdirSync(bin);
    for (const tool of ['pg_dump', 'pg_restore']) {
      writeFileSync(join(bin, tool), FAKE_PG_RESTORE, { mode: 0o755 });
    }
    host = startCommandHost(`${bin}:${process.env['PATH']}`);
    facts = await readFacts(inspectPostgres(db));
  });
  afterAll(() => host?.stop());

  /** Writes a changed archive, sealed by this installation, and runs the command on it. */
  async function runCommand(command: string[], change: Change) {
    const changed = changedBy(change);
    const sections: [string, string[]][] = [
      ['--list', linesOfList(changed)],
      ['--empties', changed.empties ? [changed.empties] : []],
      ...Object.entries(changed.scripts).map(([table, script]): [string, string[]] => [
        table,
        script.split('\n'),
      ]),
    ];
    const lines = sections.flatMap(([name, texts]) => texts.map((text) => `${name}: ${text}\n`));
    writeFileSync(copyFile(), lines.join(''));
    const key = deriveKey(installation.env['AUTH_SECRET'] ?? '', SEAL_KEY_PURPOSE);
    await writeSealed(copyFile(), 'pg_dump', facts, key);
    return host.run({ args: [...command, copyFile()], env: installation.env, input: '' });
  }

  test.each<[string, Change, string]>([
    [
      'another schema than ours',
      (changed) => {
        drop('TABLE public faqs')(changed);
        add('TRIGGER public draws planted')(changed);
      },
      'TABLE public faqs is missing; TRIGGER public draws planted postgres is not part of our schema',
    ],
    ['no schema', drop('SCHEMA - public'), 'is not a dump of one schema'],
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
    const { feed_state: _, ...restored } = await withDatabase(installation.location, readEverything);
    const { feed_state: __, ...before } = content;
    expect(restored).toEqual(before);
  });
});
