/** Whether another view of this same page is on its way: its list then shows as a skeleton. */
import { useLocation, useNavigation } from 'react-router';

export function useIsAwaiting(): boolean {
  const { pathname, search } = useLocation();
  const next = useNavigation().location;
  return next?.pathname === pathname && next.search !== search;
}
