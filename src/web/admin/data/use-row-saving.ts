/**
 * Saves a row of a list, new or changed. A change that meets another person's is refused once; whoever then saves
 * again has been told and means it. A save whose answer was lost is neither made twice nor taken for another person's.
 */
import { useRef, useState } from 'react';
import { ApiProblem } from '../../live/call-api.ts';
import { newIdempotencyKey } from '../../live/idempotency-key.ts';
import { isRefusal } from '../forms/form-problem.ts';
import { useApi } from '../session/session.tsx';

interface Identity {
  id: string;
  etag: string;
}

export interface RowSaving<Values, Row> {
  save(values: Values): Promise<unknown>;
  /** What another person made of the row meanwhile. */
  theirs: Row | null;
}

const CHANGED =
  'Someone else has changed this meanwhile. Nothing was overwritten. Save again to replace their version with yours.';
const DELETED = 'Someone else has deleted this meanwhile. Save again to add it anew.';

export function useRowSaving<Values extends object, Row extends Values & Identity>(
  collection: string,
  row: Row | null,
): RowSaving<Values, Row> {
  const api = useApi();
  const [known, setKnown] = useState(row);
  const [idempotencyKey] = useState(newIdempotencyKey);
  /** Everything that was sent from this form: any of it may have been saved without our knowing. */
  const sent = useRef<Values[]>([]);

  const add = async (values: Values): Promise<void> =>
    settle(values, await api.post<Row>(collection, { body: values, idempotencyKey }));

  async function change(values: Values, base: Row): Promise<void> {
    const path = `${collection}/${base.id}`;
    try {
      await api.patch(path, { body: changesOf(values, base), etag: base.etag });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.problem.code === 'stale') return settle(values, await api.get<Row>(path));
      if (error.problem.code !== 'not-found') throw error;
      setKnown(null);
      throw new ApiProblem({ ...error.problem, detail: DELETED });
    }
  }

  /** Goes on from the row as the server has it: our own earlier save is replaced, another person's only if they agree. */
  async function settle(values: Values, current: Row): Promise<void> {
    if (isSame(values, current)) return;
    if (sent.current.some((earlier) => isSame(earlier, current))) return change(values, current);
    setKnown(current);
    throw new ApiProblem({ type: 'about:blank', title: '', status: 412, code: 'stale', detail: CHANGED });
  }

  return {
    save(values) {
      sent.current.push(values);
      return known ? change(values, known) : add(values);
    },
    theirs: known === row ? null : known,
  };
}

const changesOf = <Values extends object>(values: Values, base: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => base[name as keyof Values] !== value),
  ) as Partial<Values>;

const isSame = <Values extends object>(values: Values, row: Values): boolean =>
  Object.keys(changesOf(values, row)).length === 0;
