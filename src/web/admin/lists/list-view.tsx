/** A list in all its states: loading, failed, empty, and with a button for more. */
import type { ReactNode } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { type List, useShowMore } from '../data/queries.ts';
import { QueryView } from './query-view.tsx';

interface ListViewProps<Item> {
  list: List<Item>;
  label: string;
  /** Null: `children` shows an empty list too. */
  empty: { title: string; text: string; action?: ReactNode } | null;
  isShown?: (item: Item) => boolean;
  children(items: Item[]): ReactNode;
}

export function ListView<Item>({ list, label, empty, isShown = () => true, children }: ListViewProps<Item>) {
  const { isPlaceholderData, hasNextPage } = list;
  const { isLoadingMore, showMore } = useShowMore(list);
  return (
    <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
      <QueryView query={list} label={`Loading ${label}`} rows={4}>
        {(items) => {
          const shown = items.filter(isShown);
          if (shown.length > 0 || empty === null) return children(shown);
          return (
            <EmptyState title={empty.title} text={empty.text}>
              {empty.action}
            </EmptyState>
          );
        }}
      </QueryView>
      {hasNextPage && (
        <div className="mt-6 text-center">
          <button type="button" className={ACTION} onClick={showMore} aria-disabled={isLoadingMore}>
            {isLoadingMore ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </div>
  );
}

export const ClearFilters = ({ onClear }: { onClear(): void }) => (
  <button type="button" className={ACTION} onClick={onClear}>
    Clear Filters
  </button>
);
