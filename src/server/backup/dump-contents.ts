/** Compares the table of contents of a pg_dump archive with what an archive of our own schema lists. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../storage/schema.ts';

/** Harmless, and pg_dump itself adds one to the schema. */
const IGNORED = /^COMMENT /;

export interface DumpContents {
  /** The schema that its tables are in. */
  schema: string;
  differences: string[];
}

/** Takes what `pg_restore --list` prints. An archive without a schema entry is not one of ours. */
export function compareContents(list: string, ours: readonly string[]): DumpContents | null {
  const entries = [...list.matchAll(/^\d+; \d+ \d+ (.+)$/gm)]
    .map(([, entry = '']) => entry)
    .filter((entry) => !IGNORED.test(entry));
  const [, schema] = entries.map((entry) => /^SCHEMA - (\S+) /.exec(entry)).find((match) => match) ?? [];
  if (schema === undefined) return null;
  const unseen = new Set([`SCHEMA - ${schema}`, ...ours.map((object) => withSchema(object, schema))]);
  const added: string[] = [];
  for (const entry of entries) {
    // The rest of the line is the owner.
    const match = [...unseen].find((object) => entry.startsWith(`${object} `));
    if (match === undefined) added.push(entry);
    else unseen.delete(match);
  }
  return {
    schema,
    differences: [
      ...[...unseen].map((object) => `${object} is missing`),
      ...added.map((entry) => `${entry} is not part of our schema`),
    ],
  };
}

/** `TABLE DATA draws` is in the list as `TABLE DATA public draws`. */
const withSchema = (object: string, schema: string): string =>
  object.replace(/^((?:[A-Z]+ )+)/, (type) => `${type}${schema} `);

/** What pg_dump lists for the schema that the connection works in. */
export async function listDumpedObjects(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    with ours as (
      select oid, relname, relkind from pg_class where relnamespace = current_schema()::regnamespace
    )
    select kind || relname as object
      from ours, (values ('TABLE '), ('TABLE DATA ')) as kinds (kind) where relkind = 'r'
    union all
    select 'INDEX ' || relname from ours
      where relkind = 'i' and not exists (select from pg_constraint where conindid = ours.oid and contype in ('p', 'u'))
    union all
    select case contype when 'f' then 'FK CONSTRAINT ' else 'CONSTRAINT ' end || relname || ' ' || conname
      from pg_constraint join ours on ours.oid = conrelid where contype in ('p', 'u', 'f')
    union all
    select 'TRIGGER ' || relname || ' ' || tgname
      from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
    union all
    select 'FUNCTION ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')'
      from pg_proc where pronamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({ object }) => object);
}
