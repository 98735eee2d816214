/** Takes an import back, after a question that names what is deleted. */
import type { DrawImport } from '../../../../contract/import.ts';
import type { Page } from '../../../../contract/paging.ts';
import { longDate } from '../../../i18n/dates.ts';
import type { Messages } from '../../../i18n/en.ts';
import { useMessages } from '../../../i18n/i18n.tsx';
import { useInvalidation } from '../../api/query-client.ts';
import { useApi } from '../../session/session.tsx';
import { useConfirm } from '../../widgets/confirm.tsx';
import { useReport } from '../../widgets/use-reported-action.ts';

export const IMPORTS_PATH = '/api/admin/imports';

export function useTakeBack(): (id: string) => Promise<void> {
  const api = useApi();
  const confirm = useConfirm();
  const report = useReport();
  const messages = useMessages();
  const invalidate = useInvalidation();
  return async (id) => {
    let taken: DrawImport | undefined;
    const failure = 'Error taking the import back. Please try again.';
    const isRead = await report(
      async () => {
        const { items } = await api.get<Page<DrawImport>>(IMPORTS_PATH);
        taken = items.find((each) => each.id === id);
      },
      { failure },
    );
    if (!isRead) return;
    const isSure = await confirm({
      title: 'Take this import back?',
      text: taken ? describeLoss(taken, messages) : 'All draws of this import are deleted.',
      action: 'Take back',
    });
    if (!isSure) return;
    await report(() => api.delete(`${IMPORTS_PATH}/${id}`), {
      success: 'The import is taken back.',
      failure,
    });
    // The list of imports is invalidated by the activity log.
    await invalidate('draws', 'activity');
  };
}

function describeLoss({ created, published, ...days }: DrawImport, messages: Messages): string {
  const seen = published > 0 ? ` Visitors see ${published} of them now.` : '';
  return `${countText(created)} ${periodText(days, messages)} ${created === 1 ? 'is' : 'are'} deleted.${seen} The activity log keeps that they were imported, and you can import the file again.`;
}

export const countText = (draws: number): string => (draws === 1 ? '1 draw' : `${draws} draws`);

/** `from 1 May 2025 to 4 May 2025`. */
export function periodText(
  { firstDate, lastDate }: Pick<DrawImport, 'firstDate' | 'lastDate'>,
  messages: Messages,
): string {
  if (firstDate === null || lastDate === null) return '';
  if (firstDate === lastDate) return `of ${longDate(firstDate, messages)}`;
  return `from ${longDate(firstDate, messages)} to ${longDate(lastDate, messages)}`;
}
