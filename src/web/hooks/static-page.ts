/** Marks a route whose page is sent without scripts and is never hydrated. */
import { useMatches } from 'react-router';

/** For the `handle` export of a route. */
export const STATIC_PAGE = { static: true } as const;

export const useIsStaticPage = (): boolean => useMatches().some(({ handle }) => handle === STATIC_PAGE);
