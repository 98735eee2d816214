/** The query of this page that is being fetched: what was chosen shows at once, before the answer is there. */
import { useLocation, useNavigation } from 'react-router';

export function useAwaitedQuery(): { query: URLSearchParams; isAwaiting: boolean } {
  const here = useLocation();
  const next = useNavigation().location;
  const isAwaiting = next?.pathname === here.pathname && next.search !== here.search;
  return { query: new URLSearchParams(isAwaiting ? next.search : here.search), isAwaiting };
}
