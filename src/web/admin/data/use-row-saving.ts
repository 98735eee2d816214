/**
 * Saves a row of a list, new or changed. A change that meets another person's is refused once; whoever then saves
 * again has been told and means to replace it.
 */
import { useState } from 'react';
import { ApiProblem } from '../../live/call-api.ts';
import { useApi } from '../session/session.tsx';

export function useRowSaving<Values>(
  collection: string,
  row: { id: string; etag: string } | null,
): (values: Values) => Promise<unknown> {
  const api = useApi();
  const [etag, setEtag] = useState(row?.etag);
  return async (values) => {
    if (!row) return api.post(collection, { body: values });
    const path = `${collection}/${row.id}`;
    try {
      return await api.patch(path, { body: values, ...(etag && { etag }) });
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.code === 'stale') {
        setEtag((await api.get<{ etag: string }>(path)).etag);
      }
      throw error;
    }
  };
}
