/** The FAQ screen: questions to add, edit, reorder and delete. */
import { type MouseEvent, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { textMatches } from '../../../core/text-search.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useWholeList } from '../data/queries.ts';
import { useKey } from '../keys/keys.tsx';
import { focusNeighbour } from '../lists/list-row.ts';
import { ListSearch } from '../lists/list-search.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { PlusIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { useReport } from '../widgets/use-reported-action.ts';
import { FaqCard } from './faq-card.tsx';
import { FaqDialog } from './faq-dialog.tsx';
import { FaqList } from './faq-list.tsx';

export default function FaqScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const list = useWholeList<AdminFaq>('/api/admin/faqs', ['faqs']);
  const [edited, setEdited] = useState<AdminFaq | 'new' | null>(null);
  useKey('n', 'Add FAQ', () => setEdited('new'));
  const invalidate = useInvalidation();
  const refetch = () => invalidate('faqs');
  const onDelete = useFaqDeletion();
  return (
    <>
      <ScreenTitle
        actions={
          <button type="button" className={MAIN_ACTION} onClick={() => setEdited('new')}>
            <PlusIcon />
            Add FAQ
          </button>
        }
      >
        FAQ
      </ScreenTitle>
      <ListSearch filters={filters} hint="Question or answer" />
      <ListView
        list={list}
        label="questions"
        isShown={({ question, answer }) => textMatches([question, answer], q)}
        empty={
          q
            ? {
                title: 'No FAQs found',
                text: 'No question or answer has these words.',
                action: <ClearFilters onClear={filters.clear} />,
              }
            : { title: 'No FAQs found', text: 'Write the first question that visitors ask.' }
        }
      >
        {(faqs) =>
          // A filtered list cannot be reordered: the places between its questions are unknown.
          q ? (
            <ol className="space-y-3">
              {faqs.map((faq) => (
                <FaqCard key={faq.id} faq={faq} onEdit={setEdited} onDelete={onDelete} />
              ))}
            </ol>
          ) : (
            <FaqList faqs={faqs} refetch={refetch} onEdit={setEdited} onDelete={onDelete} />
          )
        }
      </ListView>
      {/* Opens once the list has arrived: only then is the last order known. */}
      {edited && list.data && (
        <FaqDialog
          faq={edited === 'new' ? null : edited}
          nextOrder={Math.max(0, ...list.data.map(({ order }) => order)) + 1}
          onClosed={() => setEdited(null)}
          onSaved={refetch}
        />
      )}
    </>
  );
}

function useFaqDeletion(): (faq: AdminFaq, event: MouseEvent) => Promise<void> {
  const api = useApi();
  const confirm = useConfirm();
  const report = useReport();
  const invalidate = useInvalidation();
  return async ({ id, question, etag }, { currentTarget }) => {
    const row = currentTarget.closest('li');
    const text = 'Are you sure you want to delete this FAQ?';
    if (!(await confirm({ title: question, text, action: 'Delete' }))) return;
    const isDeleted = await report(() => api.delete(`/api/admin/faqs/${id}`, { etag }), {
      success: 'FAQ deleted.',
      failure: 'Error deleting FAQ. Please try again.',
    });
    if (isDeleted) focusNeighbour(row);
    await invalidate('faqs');
  };
}
