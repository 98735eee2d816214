/** A SQLite copy with another schema is refused, even with a valid seal. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { describeOurSchema } from '../../src/server/backup/sqlite-schema.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { MIGRATION_NAMES } from '../../src/server/storage/migrations/all-migrations.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { ADMIN, makeBackups, resealCopy, scratchFor } from './backup-site.ts';
import { placeBackup } from './made-backup.ts';

let folder = '';
let remove = () => {};
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  remove = dataDir.remove;
});
afterEach(() => remove());

const locationOf = (name: string) => ({ kind: 'sqlite', file: join(folder, '..', name) }) as const;

const makeCopy = async (): Promise<string> => (await placeBackup('sqlite', folder)).copy;

type Change = (file: string) => void;

const run =
  (...statements: string[]): Change =>
  (file) => {
    using sqlite = new BunSqlite(file, { readwrite: true });
    for (const statement of statements) sqlite.run(statement);
  };

/** Changes the bytes of the file, because SQLite does not allow writes to its schema table. */
const rewrite =
  (from: string, to: string): Change =>
  (file) => {
    const bytes = readFileSync(file);
    // Unused parts of pages may contain older texts, so every occurrence is replaced.
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from))
      bytes.write(to.padEnd(from.length), at);
    writeFileSync(file, bytes);
  };

const FAQS_AS_VIEW = `create view faqs as select 'f' as id, 'q' as question, 'a' as answer, 1 as order_index,
  'q a' as search_text, 1 as version`;

const PLANTED = `create trigger planted after insert on "session"
  begin update "user" set "role" = 'admin'; end`;

const CHANGES: [string, Change, string][] = [
  ['a planted trigger', run(PLANTED), 'trigger planted is not part of our schema'],
  ['one more table', run('create table more (a)'), 'table more is not part of our schema'],
  ['one more index', run('create index more on faqs (answer)'), 'index more is not part of our schema'],
  ['one more view', run('create view more as select 1'), 'view more is not part of our schema'],
  [
    'an activity log that can be rewritten',
    run('drop trigger activity_refuses_delete'),
    'trigger activity_refuses_delete is missing',
  ],
  ['a missing index', run('drop index faqs_in_order'), 'index faqs_in_order is missing'],
  [
    'another default of a column',
    rewrite('check (maintenance_mode in (0, 1))', 'default 1'),
    'table settings is not as our migrations make it',
  ],
  [
    'a trigger that does something else',
    rewrite("raise(abort, 'activity is append-only')", '1'),
    'trigger activity_refuses_update is not as our migrations make it',
  ],
  [
    'a view in the place of a table',
    run('drop table faqs', FAQS_AS_VIEW),
    'view faqs is not part of our schema',
  ],
  [
    'another application',
    run('pragma application_id = 7'),
    'application_id is not as our migrations make it',
  ],
  ['another user version', run('pragma user_version = 7'), 'user_version is not as our migrations make it'],
];

describe('a copy with a recomputed manifest', () => {
  test.each(CHANGES)('and %s is refused', async (_what, change, expected) => {
    const copy = await makeCopy();
    change(copy);
    resealCopy(copy);
    const other = locationOf('other.db');
    const options = scratchFor(other, folder);
    await expect(verifyCopy(copy, options, () => {})).rejects.toThrow(expected);
    await expect(restoreCopy(copy, options, { force: true, now: 0 }, () => {})).rejects.toThrow(expected);
    resealCopy(copy, { key: 'a key of another installation' });
    const accepting = { ...options, trust: { ...options.trust, acceptOthers: true } };
    await expect(restoreCopy(copy, accepting, { force: true, now: 0 }, () => {})).rejects.toThrow(expected);
    expect(existsSync(other.file)).toBe(false);
  });

  test('and a schema that SQLite cannot read is refused', async () => {
    const copy = await makeCopy();
    rewrite('CREATE TABLE faqs', 'CREATE NONSENSE')(copy);
    resealCopy(copy);
    await expect(verifyCopy(copy, scratchFor(locationOf('other.db'), folder), () => {})).rejects.toThrow(
      /cannot be read as a database/,
    );
  });

  test('and the statistics of ANALYZE is accepted', async () => {
    const copy = await makeCopy();
    run('analyze')(copy);
    resealCopy(copy);
    await verifyCopy(copy, scratchFor(locationOf('other.db'), folder), () => {});
  });
});

test('a backup of a database whose activity log can be rewritten fails', async () => {
  const location = locationOf('site.db');
  const database = await openDatabase(location);
  run('drop trigger activity_refuses_update')(location.file);
  const backup = await makeBackups(database, location, folder).run(ADMIN);
  expect(backup.status).toBe('failed');
  expect(backup.error).toContain('trigger activity_refuses_update is missing');
  await database.close();
});

test('the SQL of released migrations and of the tables of Kysely does not change, because copies are compared with it', async () => {
  const schema = await describeOurSchema(MIGRATION_NAMES.slice(0, 6));
  const digest = createHash('sha256')
    .update(JSON.stringify([...schema].sort()))
    .digest('hex');
  expect(digest).toBe('14e094893b7973cee4471d4e36ced4698fc0624a6adaa06c471fdefda26e9dfd');
});
