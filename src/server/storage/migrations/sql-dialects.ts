/** The parts of SQL in which the two engines differ in migrations. */
import type { DatabaseKind } from '../../../contract/health.ts';

export interface SqlDialect {
  /** Compared byte by byte on both engines, whatever the locale of the cluster. */
  text: string;
  integer: string;
  /** Makes SQLite refuse a value of another type, as PostgreSQL does anyway. */
  strict: string;
  /** Better Auth's own types. */
  authDate: string;
  authFlag: string;
  refuseChangesOf(table: string): string[];
  notifyOfInsertsInto(table: string, channel: string): string[];
  /** A text in a column of JSON. */
  jsonText(column: string, key: string): string;
  /** A JSON array of objects, ordered by a column; `fields` are pairs of key and expression. */
  jsonArray(fields: Record<string, string>, order: string): string;
  /** Adds a check to a table that exists. */
  addCheck(table: string, name: string, condition: string): string[];
}

const keysAndValues = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `'${key}', ${value}`)
    .join(', ');

const SQLITE: SqlDialect = {
  text: 'text',
  integer: 'integer',
  strict: 'strict',
  authDate: 'date',
  authFlag: 'integer',
  refuseChangesOf: (table) =>
    ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_refuses_${change} before ${change} on ${table}
         begin select raise(abort, '${table} is append-only'); end`,
    ),
  // The processes of the one machine poll instead.
  notifyOfInsertsInto: () => [],
  jsonText: (column, key) => `json_extract(${column}, '$.${key}')`,
  jsonArray: (fields, order) => `json_group_array(json_object(${keysAndValues(fields)}) order by ${order})`,
  // SQLite cannot add a check, and no process of an older version has the file open at the same time.
  addCheck: () => [],
};

const POSTGRES: SqlDialect = {
  text: 'text collate "C"',
  integer: 'bigint',
  strict: '',
  authDate: 'timestamptz',
  authFlag: 'boolean',
  refuseChangesOf: (table) => [
    `create function refuse_change_of_${table}() returns trigger language plpgsql as
     $$ begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_refuses_change before update or delete or truncate on ${table}
     for each statement execute function refuse_change_of_${table}()`,
  ],
  notifyOfInsertsInto: (table, channel) => [
    `create function notify_${channel}() returns trigger language plpgsql as
     $$ begin perform pg_notify('${channel}', ''); return null; end $$`,
    `create trigger ${table}_notifies after insert on ${table}
     for each statement execute function notify_${channel}()`,
  ],
  jsonText: (column, key) => `(${column}::json ->> '${key}')`,
  jsonArray: (fields, order) =>
    `json_agg(json_build_object(${keysAndValues(fields)}) order by ${order})::text`,
  addCheck: (table, name, condition) => [`alter table ${table} add constraint ${name} check (${condition})`],
};

export const dialectFor = (kind: DatabaseKind): SqlDialect => (kind === 'sqlite' ? SQLITE : POSTGRES);
