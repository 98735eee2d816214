/**
 * Saves a row of a list, new or changed. A change that meets another person's is refused once; whoever then saves
 * again has been told and means it.
 */
import { useState } from 'react';
import { ApiProblem } from '../../live/call-api.ts';
import { useApi } from '../session/session.tsx';
import { isRefusal } from './form-problem.ts';

interface Identity {
  id: string;
  etag: string;
}

export interface RowSaving<Values, Row> {
  save(values: Values): Promise<unknown>;
  /** What another person made of the row meanwhile. */
  theirs: Row | null;
}

export function useRowSaving<Values extends object, Row extends Values & Identity>(
  collection: string,
  row: Row | null,
): RowSaving<Values, Row> {
  const api = useApi();
  const [known, setKnown] = useState(row);

  async function change(values: Values, { id, etag }: Identity): Promise<unknown> {
    const path = `${collection}/${id}`;
    try {
      return await api.patch(path, { body: changesOf(values, known), etag });
    } catch (error) {
      if (isRefusal(error) && error.problem.code === 'stale') {
        setKnown(await api.get<Row>(path));
        throw explain(error, `${error.problem.detail} Save again to replace their version with yours.`);
      }
      if (isRefusal(error) && error.problem.code === 'not-found') {
        setKnown(null);
        throw explain(error, 'Someone else has deleted this meanwhile. Save again to add it anew.');
      }
      throw error;
    }
  }

  return {
    save: (values) => (known ? change(values, known) : api.post(collection, { body: values })),
    theirs: known === row ? null : known,
  };
}

const changesOf = <Values extends object>(values: Values, known: Values | null): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => known?.[name as keyof Values] !== value),
  ) as Partial<Values>;

const explain = ({ problem }: ApiProblem, detail: string): ApiProblem =>
  new ApiProblem({ ...problem, detail });
