/** The filters of a list, kept in the address: a reload, the back button and a shared link keep them too. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface Filters {
  /** Empty where nothing was chosen. */
  of(name: string): string;
  set(name: string, value: string): void;
  clear(): void;
}

export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: string, value: string) =>
      setParams(
        () => {
          // From the address: the filters of the last navigation may not be rendered yet.
          const next = new URLSearchParams(location.search);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => setParams({}, { replace: true, preventScrollReset: true }), [setParams]);
  return { of: (name) => params.get(name) ?? '', set, clear };
}
