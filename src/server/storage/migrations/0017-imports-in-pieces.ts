/** Imports that are stored, and taken back, in pieces. */
import type { SqlDialect } from './sql-dialects.ts';

export const addImportPieces = ({ text, integer }: SqlDialect): string[] => [
  `alter table imports add column total ${integer} not null default 0`,
  `alter table imports add column published ${integer} not null default 0`,
  `alter table imports add column first_date ${text}`,
  `alter table imports add column last_date ${text}`,
  `alter table imports add column removed ${integer} not null default 0`,
  `alter table imports add column active_at ${integer}`,
  `update imports set
     total = draws,
     published = (select count(*) from draws where import_id = imports.id and published = 1),
     first_date = (select min(date) from draws where import_id = imports.id),
     last_date = (select max(date) from draws where import_id = imports.id)`,
  // The list of imports counts in it, and reads no rows.
  'drop index draws_import',
  'create index draws_import on draws (import_id, version, published) where import_id is not null',
];
