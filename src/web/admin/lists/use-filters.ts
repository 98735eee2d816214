/** The filters of a list, kept in the address: a reload, the back button and a shared link keep them too. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface Filters {
  /** Empty where nothing was chosen. */
  of(name: string): string;
  set(name: string, value: string): void;
  /** Sets several at once; an empty value removes a filter. */
  change(values: Readonly<Record<string, string>>): void;
  clear(): void;
}

export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Readonly<Record<string, string>>) =>
      setParams(
        () => {
          // From the address: the filters of the last navigation may not be rendered yet.
          const next = new URLSearchParams(location.search);
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const set = useCallback((name: string, value: string) => change({ [name]: value }), [change]);
  const clear = useCallback(() => setParams({}, { replace: true, preventScrollReset: true }), [setParams]);
  return { of: (name) => params.get(name) ?? '', set, change, clear };
}
