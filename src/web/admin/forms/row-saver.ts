/**
 * Saves a new or changed row. A change that conflicts with another person's throws once; saving again then replaces
 * theirs. A save whose response was lost is neither made twice nor taken for another person's change.
 */
import { ApiProblem } from '../../api/call-api.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { isRefusedWith } from '../api/refusal.ts';

interface Identity {
  id: string;
  etag: string;
}

/** Another person has changed the row, or deleted it: then `theirs` is null. */
export class EditConflict extends ApiProblem {
  readonly theirs: Readonly<Record<string, unknown>> | null;

  constructor(detail: string, theirs: object | null) {
    super({ type: 'about:blank', title: '', status: 412, code: 'stale', detail });
    this.theirs = theirs as EditConflict['theirs'];
  }
}

const CHANGED =
  'Someone else has changed this meanwhile. Nothing was overwritten. Save again to replace their version with yours.';
const DELETED = 'Someone else has deleted this meanwhile. Save again to add it back.';

interface RowSaverOptions {
  /** False where a row cannot be added with these values: then the server's refusal of a deleted row is thrown. */
  addsDeletedAgain?: boolean;
}

/**
 * `row` is null for a new one. The returned function throws an `EditConflict` when another person was faster. It
 * resolves to the row that was added, as the server returned it; null if none was.
 */
export function createRowSaver<Values extends object, Row extends Values & Identity, Added extends Row = Row>(
  api: AdminApi,
  collection: string,
  row: Row | null,
  { addsDeletedAgain = true }: RowSaverOptions = {},
): (values: Values) => Promise<Added | null> {
  let known = row;
  let added: Added | null = null;
  /** Everything that was sent: any of it may have been saved although no response came. */
  const sent: Values[] = [];
  const idempotencyKey = newIdempotencyKey();

  async function add(values: Values): Promise<void> {
    added = await post();
    await settle(values, added);
  }

  /**
   * Sends the last values. The server refuses them if earlier ones with the same key were stored; then those are sent
   * again, which returns their row.
   */
  async function post(): Promise<Added> {
    let refusal: unknown;
    for (const body of sent.toReversed()) {
      try {
        return await api.post<Added>(collection, { body, idempotencyKey });
      } catch (error) {
        if (!isRefusedWith(error, 'key-reused')) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  async function change(values: Values, base: Row): Promise<void> {
    const path = `${collection}/${base.id}`;
    try {
      await api.patch(path, { body: changesOf(values, base), etag: base.etag });
    } catch (error) {
      if (isRefusedWith(error, 'stale')) return settle(values, await read(path));
      if (!addsDeletedAgain || !isRefusedWith(error, 'not-found')) throw error;
      known = null;
      throw new EditConflict(DELETED, null);
    }
  }

  async function read(path: string): Promise<Row> {
    const { answer, etag } = await api.getTagged<Row>(path);
    return { ...answer, etag };
  }

  /** Replaces an earlier save of our own; throws when the current row is another person's. */
  async function settle(values: Values, current: Row): Promise<void> {
    if (isSame(values, current)) return;
    if (sent.some((earlier) => isSame(earlier, current))) return change(values, current);
    known = current;
    throw new EditConflict(CHANGED, current);
  }

  return async (values) => {
    sent.push(values);
    await (known ? change(values, known) : add(values));
    return added;
  };
}

const changesOf = <Values extends object>(values: Values, base: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(base[name as keyof Values], value)),
  ) as Partial<Values>;

const isSame = <Values extends object>(values: Values, row: Values): boolean =>
  Object.keys(changesOf(values, row)).length === 0;

/** Values are texts, numbers, null or lists of them. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
