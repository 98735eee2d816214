/** Checks before a row is changed: it exists, and its version is the expected one. */
import { AppError } from '../errors.ts';
import { etagOf } from '../storage/queries/wire-values.ts';

export interface RowTarget {
  id: string;
  /** From `If-Match`; without it the last write wins. */
  expectedEtag?: string | undefined;
}

export function expectRow<Row extends { version: number }>(
  row: Row | undefined,
  expectedEtag: string | undefined,
): Row {
  if (!row) throw new AppError('not-found');
  expectEtag(etagOf(row.version), expectedEtag);
  return row;
}

export function expectEtag(etag: string, expected: string | undefined): void {
  if (expected !== undefined && expected !== '*' && expected !== etag) throw new AppError('stale');
}
