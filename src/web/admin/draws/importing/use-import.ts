/** Imports a file, and follows its import to the end. */
import { useState } from 'react';
import type { DrawImport, ImportReport } from '../../../../contract/import.ts';
import { useApi } from '../../session/session.tsx';
import { followImport } from './follow-import.ts';
import { stoppedProblem, useImportsNow } from './imports.ts';

export const IMPORT_PATH = '/api/admin/draws/import';

type FindImport = (imports: readonly DrawImport[]) => DrawImport | undefined;

export function useImport() {
  const api = useApi();
  const readImports = useImportsNow();
  const [findOwn, setFindOwn] = useState<FindImport | null>(null);

  /** Resolves to the id of the import, once all draws are stored. */
  async function importFile(text: string, draws: number): Promise<string | null> {
    const former = new Set((await readImports()).map(({ id }) => id));
    const find: FindImport = (imports) => imports.find(({ id, total }) => !former.has(id) && total === draws);
    setFindOwn(() => find);
    const outcome = await followImport({
      request: api.post<ImportReport>(IMPORT_PATH, { body: text, hasNoDeadline: true }),
      read: async () => find(await readImports()),
      isEnd: (found) => found !== undefined && !found.running,
    }).finally(() => setFindOwn(null));
    if ('answer' in outcome) return outcome.answer.importId;
    const { found, failure } = outcome;
    if (!found) throw failure;
    if (found.created < found.total) throw stoppedProblem(found);
    return found.id;
  }

  /** `findOwn` finds the import that is under way in the list; null while none is. */
  return { importFile, findOwn };
}
