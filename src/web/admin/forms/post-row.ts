/** Adds a row whose earlier requests may have been stored although their responses were lost. */
import type { AdminApi } from '../api/admin-api.ts';
import { isRefusedWith } from '../api/refusal.ts';

interface PostedRow<Values, Row> {
  row: Row;
  /** The values with which the row was created. */
  values: Values;
}

/**
 * Sends the last of `attempts`. The server refuses it if an earlier one with the same key was stored; then that one is
 * sent again, which returns its row.
 */
export async function postRow<Values extends object, Row>(
  api: AdminApi,
  collection: string,
  { attempts, idempotencyKey }: { attempts: readonly Values[]; idempotencyKey: string },
): Promise<PostedRow<Values, Row>> {
  let refusal: unknown;
  for (const values of attempts.toReversed()) {
    try {
      return { row: await api.post<Row>(collection, { body: values, idempotencyKey }), values };
    } catch (error) {
      if (!isRefusedWith(error, 'key-reused')) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
