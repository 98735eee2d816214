/** A list in all its states: on its way, not to be had, empty, and growing. */
import type { ReactNode } from 'react';
import { ACTION } from '../../components/actions.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Pages } from '../data/use-pages.ts';
import { ListSkeleton, LoadProblem } from './query-state.tsx';

interface ListViewProps<Item> {
  pages: Pages<Item>;
  /** What is listed, for those who hear that it is on its way. */
  label: string;
  empty: { title: string; text: string; action?: ReactNode };
  isShown?: (item: Item) => boolean;
  children(items: Item[]): ReactNode;
}

export function ListView<Item>({ pages, label, empty, isShown = () => true, children }: ListViewProps<Item>) {
  const { items, error, isLoading, isOfFormerPath, hasMore, refetch, showMore } = pages;
  const shown = items?.filter(isShown);
  return (
    <div aria-busy={isOfFormerPath} className="transition-opacity aria-busy:opacity-60">
      {error && <LoadProblem hasData={items !== undefined} onRetry={refetch} />}
      {!shown && !error && <ListSkeleton label={`Loading ${label}`} rows={4} />}
      {shown?.length === 0 && (
        <EmptyState title={empty.title} text={empty.text}>
          {empty.action}
        </EmptyState>
      )}
      {shown && shown.length > 0 && children(shown)}
      {hasMore && (
        <div className="mt-6 text-center">
          <button type="button" className={ACTION} onClick={showMore} aria-disabled={isLoading}>
            {isLoading ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </div>
  );
}
