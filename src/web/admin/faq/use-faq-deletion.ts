/** Deletes a question after asking, and says what came of it. */
import type { MouseEvent } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { focusNeighbour } from '../lists/focus-neighbour.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

export function useFaqDeletion(
  refetch: () => Promise<void>,
): (faq: AdminFaq, event: MouseEvent) => Promise<void> {
  const api = useApi();
  const confirm = useConfirm();
  const attempt = useReportedAction();
  return async ({ id, question, etag }, { currentTarget }) => {
    const row = currentTarget.closest('li');
    const text = 'Are you sure you want to delete this FAQ?';
    if (!(await confirm({ title: question, text, action: 'Delete' }))) return;
    const isDeleted = await attempt(() => api.delete(`/api/admin/faqs/${id}`, { etag }), {
      success: 'FAQ deleted.',
      failure: 'Error deleting FAQ. Please try again.',
    });
    if (isDeleted) focusNeighbour(row);
    await refetch();
  };
}
