/** Whether the same page is loading with another query: its list then shows as a skeleton. */
import { useLocation, useNavigation } from 'react-router';

export function useIsListLoading(): boolean {
  const { pathname, search } = useLocation();
  const next = useNavigation().location;
  return next?.pathname === pathname && next.search !== search;
}
