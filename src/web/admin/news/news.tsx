/** The news screen: articles to write, change and take away. */
import { useCallback, useState } from 'react';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useFilters } from '../data/use-filters.ts';
import { usePages } from '../data/use-pages.ts';
import { useUndoableDelete } from '../data/use-undoable-delete.ts';
import { ListView } from '../ui/list-view.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleDialog } from './article-dialog.tsx';

const pathOf = (id: string) => `/api/admin/news/${id}`;

export default function NewsScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const pages = usePages<AdminNewsArticle>('/api/admin/news', { q }, ['news_posts']);
  const [edited, setEdited] = useState<AdminNewsArticle | 'new' | null>(null);
  const { isHidden, remove } = useUndoableDelete(pathOf, {
    done: 'Article deleted.',
    failure: 'Error deleting article. Please try again.',
  });
  const search = useCallback((text: string) => filters.set('q', text), [filters.set]);

  const addButton = (
    <button type="button" className={MAIN_ACTION} onClick={() => setEdited('new')}>
      Add article
    </button>
  );
  return (
    <>
      <ScreenTitle actions={addButton}>News</ScreenTitle>
      <div className="mb-6 flex max-w-xl">
        <SearchBox label="Search" hint="Title or content" asked={q} onSearch={search} />
      </div>
      <ListView
        pages={pages}
        label="news"
        isShown={({ id }) => !isHidden(id)}
        empty={
          q
            ? {
                title: 'No news found',
                text: 'No article has these words in its title or content.',
                action: (
                  <button type="button" className={ACTION} onClick={filters.clear}>
                    Clear search
                  </button>
                ),
              }
            : { title: 'No news found', text: 'Write the first article: visitors see it at once.' }
        }
      >
        {(articles) => (
          <ul className="grid gap-3">
            {articles.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                onEdit={() => setEdited(article)}
                onDelete={() => remove(article.id)}
              />
            ))}
          </ul>
        )}
      </ListView>
      {edited && (
        <ArticleDialog
          article={edited === 'new' ? null : edited}
          onClosed={() => setEdited(null)}
          onSaved={pages.refetch}
        />
      )}
    </>
  );
}
