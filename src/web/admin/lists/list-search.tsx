/** The search field of a list; the words are kept in the address. */
import { useCallback } from 'react';
import { SearchBox } from '../../components/search-box.tsx';
import { useSearchKey } from '../keys/keys.tsx';
import type { Filters } from './use-filters.ts';

export function ListSearch({ filters, hint }: { filters: Filters; hint: string }) {
  const { of, set } = filters;
  useSearchKey();
  const onSearch = useCallback((text: string) => set('q', text), [set]);
  return (
    <search className="mb-5 flex max-w-xl">
      <SearchBox label="Search" hint={hint} asked={of('q')} onSearch={onSearch} />
    </search>
  );
}
