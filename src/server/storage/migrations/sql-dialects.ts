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
  /** Adds a check to a table that exists. */
  addCheck(table: string, name: string, condition: string): string[];
}

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
  addCheck: (table, name, condition) => [`alter table ${table} add constraint ${name} check (${condition})`],
};

export const dialectFor = (kind: DatabaseKind): SqlDialect => (kind === 'sqlite' ? SQLITE : POSTGRES);
