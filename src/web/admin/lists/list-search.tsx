/** The search field of a list, beside which there may be other filters; the search text is kept in the address. */
import { type ReactNode, useCallback } from 'react';
import { SearchBox } from '../../components/search-box.tsx';
import { useSearchKey } from '../keys/keys.tsx';
import type { Filters } from './use-filters.ts';

interface ListSearchProps {
  filters: Filters;
  hint: string;
  /** Other filters. */
  children?: ReactNode;
}

export function ListSearch({ filters, hint, children }: ListSearchProps) {
  const { of, set } = filters;
  useSearchKey();
  const onSearch = useCallback((text: string) => set('q', text), [set]);
  return (
    <search className="mb-5 flex max-w-3xl flex-wrap items-end gap-3">
      <div className="flex max-w-xl grow basis-72">
        <SearchBox label="Search" hint={hint} asked={of('q')} onSearch={onSearch} />
      </div>
      {children}
    </search>
  );
}
