/** The news screen: articles to add, edit and delete. */
import { useState } from 'react';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useDeletions } from '../data/deletions.tsx';
import { useList } from '../data/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { useKey } from '../keys/keys.tsx';
import { focusNeighbour } from '../lists/list-row.ts';
import { ListSearch } from '../lists/list-search.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { PlusIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleDialog } from './article-dialog.tsx';

const DELETION = { done: 'Article deleted.', failure: 'Error deleting article. Please try again.' };

const pathOf = ({ id }: AdminNewsArticle) => `/api/admin/news/${id}`;

export default function NewsScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const status = filters.of('status');
  const list = useList<AdminNewsArticle>('/api/admin/news', { q, status }, ['news_posts']);
  const invalidate = useInvalidation();
  const { isHidden, remove } = useDeletions();
  const [edited, setEdited] = useState<AdminNewsArticle | 'new' | null>(null);
  useKey('n', 'Add article', () => setEdited('new'));
  return (
    <>
      <ScreenTitle
        actions={
          <button type="button" className={MAIN_ACTION} onClick={() => setEdited('new')}>
            <PlusIcon />
            Add article
          </button>
        }
      >
        News
      </ScreenTitle>
      <ListSearch filters={filters} hint="Title or content">
        <SelectField
          label="Status"
          value={status}
          onChange={({ currentTarget }) => filters.set('status', currentTarget.value)}
        >
          <option value="">All</option>
          <option value="published">Published</option>
          <option value="scheduled">Scheduled</option>
          <option value="draft">Drafts</option>
        </SelectField>
      </ListSearch>
      <ListView
        list={list}
        label="news"
        isShown={(article) => !isHidden(pathOf(article))}
        empty={
          q || status
            ? {
                title: 'No news found',
                text: 'No article has these words in its title or content, with this status.',
                action: <ClearFilters onClear={filters.clear} />,
              }
            : {
                title: 'No news found',
                text: 'Write the first article: publish it at once, schedule it, or keep it as a draft.',
              }
        }
      >
        {(articles) => (
          <ul className="space-y-3">
            {articles.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                onEdit={() => setEdited(article)}
                onDelete={({ currentTarget }) => {
                  focusNeighbour(currentTarget.closest('li'));
                  remove(
                    { path: pathOf(article), table: 'news_posts', etag: article.etag },
                    { ...DELETION, name: article.title },
                  );
                }}
              />
            ))}
          </ul>
        )}
      </ListView>
      {edited && (
        <ArticleDialog
          article={edited === 'new' ? null : edited}
          onClosed={() => setEdited(null)}
          onSaved={() => invalidate('news_posts')}
        />
      )}
    </>
  );
}
