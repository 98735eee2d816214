/** The FAQ screen: questions to write, change, put in order and take away. */
import { useCallback, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useFilters } from '../data/use-filters.ts';
import { usePages } from '../data/use-pages.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { ListView } from '../ui/list-view.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { FaqDialog } from './faq-dialog.tsx';
import { FaqList } from './faq-list.tsx';

export default function FaqScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const pages = usePages<AdminFaq>('/api/admin/faqs', { q }, ['faqs']);
  const [edited, setEdited] = useState<AdminFaq | 'new' | null>(null);
  const search = useCallback((text: string) => filters.set('q', text), [filters.set]);
  const remove = useDeletion();
  const lastOrder = Math.max(0, ...(pages.items ?? []).map(({ order }) => order));

  const addButton = (
    <button type="button" className={MAIN_ACTION} onClick={() => setEdited('new')}>
      Add FAQ
    </button>
  );
  return (
    <>
      <ScreenTitle actions={addButton}>FAQ</ScreenTitle>
      <div className="mb-6 flex max-w-xl">
        <SearchBox label="Search" hint="Question or answer" asked={q} onSearch={search} />
      </div>
      <ListView
        pages={pages}
        label="questions"
        empty={
          q
            ? {
                title: 'No FAQs found',
                text: 'No question or answer has these words.',
                action: (
                  <button type="button" className={ACTION} onClick={filters.clear}>
                    Clear search
                  </button>
                ),
              }
            : { title: 'No FAQs found', text: 'Write the first question that visitors ask.' }
        }
      >
        {(faqs) => (
          <FaqList
            faqs={faqs}
            // Of a part of the list nobody can say where in the whole a question would go.
            canMove={!q}
            onMoved={pages.refetch}
            onEdit={setEdited}
            onDelete={async (faq) => (await remove(faq)) && pages.refetch()}
          />
        )}
      </ListView>
      {edited && (
        <FaqDialog
          faq={edited === 'new' ? null : edited}
          nextOrder={lastOrder + 1}
          onClosed={() => setEdited(null)}
          onSaved={pages.refetch}
        />
      )}
    </>
  );
}

function useDeletion(): (faq: AdminFaq) => Promise<boolean> {
  const api = useApi();
  const confirm = useConfirm();
  const attempt = useAttempt();
  return async ({ id, question }) => {
    const text = 'Are you sure you want to delete this FAQ?';
    if (!(await confirm({ title: question, text, action: 'Delete' }))) return false;
    return attempt(() => api.delete(`/api/admin/faqs/${id}`), {
      success: 'FAQ deleted.',
      failure: 'Error deleting FAQ. Please try again.',
    });
  };
}
