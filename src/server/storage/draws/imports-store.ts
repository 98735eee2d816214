/** Imports that were not taken back, and the draws that they created. */
import type { DrawImport } from '../../../contract/import.ts';
import type { Page } from '../../../contract/paging.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';
import type { DrawRow } from './draw-rows.ts';

export type ImportRow = Row<'imports'>;

/** A draw that was not changed since it was created. */
const FIRST_VERSION = 1;

export async function insertImport(tx: Writer, row: ImportRow): Promise<void> {
  await tx.insertInto('imports').values(row).execute();
}

export const findImportRow = (db: Reader, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

export const readDrawsOfImport = (db: Reader, importId: string): Promise<DrawRow[]> =>
  db
    .selectFrom('draws')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('date')
    .orderBy('slot')
    .execute();

export const isUnchanged = ({ version }: DrawRow): boolean => version === FIRST_VERSION;

/** With its draws. */
export async function removeImport(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('draws').where('import_id', '=', id).execute();
  await tx.deleteFrom('imports').where('id', '=', id).execute();
}

/** Newest first. */
export async function listImports(db: Reader, { limit, cursor }: PageRequest): Promise<Page<DrawImport>> {
  const rows = await db
    .selectFrom('imports')
    .leftJoin('draws', 'draws.import_id', 'imports.id')
    .select(['imports.id', 'imports.created_at', 'imports.user_name', 'imports.draws'])
    .select((eb) => [
      eb.fn.min('draws.date').as('firstDate'),
      eb.fn.max('draws.date').as('lastDate'),
      eb.fn.count<number>('draws.id').filterWhere('draws.published', '=', 1).as('published'),
      eb.fn.count<number>('draws.id').filterWhere('draws.version', '=', FIRST_VERSION).as('unchanged'),
    ])
    .where(isOlderThan('imports', cursor))
    .groupBy(['imports.id', 'imports.created_at', 'imports.user_name', 'imports.draws'])
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    ({ id, created_at, user_name, draws, firstDate, lastDate, published, unchanged }) => ({
      id,
      createdAt: isoOf(created_at),
      user: user_name,
      created: draws,
      published,
      changed: draws - unchanged,
      firstDate,
      lastDate,
    }),
    newestFirstKeyOf,
  );
}
