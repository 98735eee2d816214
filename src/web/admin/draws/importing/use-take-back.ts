/** Takes an import back, after a question that names what is deleted. */
import type { DrawImport } from '../../../../contract/import.ts';
import type { Messages } from '../../../i18n/en.ts';
import { useMessages } from '../../../i18n/i18n.tsx';
import { useInvalidation } from '../../api/query-client.ts';
import { useApi } from '../../session/session.tsx';
import { useConfirm } from '../../widgets/confirm.tsx';
import { useReport } from '../../widgets/use-reported-action.ts';
import { followImport } from './follow-import.ts';
import { countOf, countText, IMPORTS_PATH, periodText, stoppedProblem, useImportsNow } from './imports.ts';

const FAILURE = 'Error taking the import back. Please try again.';

/** `onBegun` is called with the import once it is certain that it is to be taken back. */
export function useTakeBack(): (id: string, onBegun?: (taken: DrawImport) => void) => Promise<void> {
  const api = useApi();
  const readImports = useImportsNow();
  const confirm = useConfirm();
  const report = useReport();
  const messages = useMessages();
  const invalidate = useInvalidation();

  async function remove(taken: DrawImport): Promise<void> {
    const outcome = await followImport({
      request: api.delete(`${IMPORTS_PATH}/${taken.id}`, { hasNoDeadline: true }),
      read: async () => (await readImports()).find(({ id }) => id === taken.id),
      isEnd: (found) => !found,
    });
    if (!('found' in outcome) || !outcome.found) return;
    throw outcome.found.removed > taken.removed ? stoppedProblem(outcome.found) : outcome.failure;
  }

  return async (id, onBegun) => {
    let taken: DrawImport | undefined;
    const isRead = await report(
      async () => {
        taken = (await readImports()).find((each) => each.id === id);
      },
      { failure: FAILURE },
    );
    if (!isRead) return;
    const isSure = await confirm({
      title: 'Take this import back?',
      text: taken ? describeLoss(taken, messages) : 'All draws of this import are deleted.',
      action: 'Take back',
    });
    if (!isSure) return;
    if (taken) onBegun?.(taken);
    await report(() => (taken ? remove(taken) : api.delete(`${IMPORTS_PATH}/${id}`)), {
      success: 'The import is taken back.',
      failure: FAILURE,
    });
    // The list of imports is invalidated by the activity log.
    await invalidate('draws', 'activity');
  };
}

function describeLoss({ published, ...taken }: DrawImport, messages: Messages): string {
  const count = countOf(taken);
  const seen = published > 0 ? ` Visitors see ${published} of them now.` : '';
  return `${countText(count)} ${periodText(taken, messages)} ${count === 1 ? 'is' : 'are'} deleted.${seen} The activity log keeps that they were imported, and you can import the file again.`;
}
