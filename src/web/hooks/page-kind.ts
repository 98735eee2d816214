/** Pages that the document treats differently, by the `handle` of their route. */
import { useMatches } from 'react-router';

/** `static`: sent without scripts, never hydrated. `one-screen`: never scrolls, and needs no storage. */
export type PageKind = 'static' | 'one-screen';

export const usePageKind = (): PageKind | undefined => useMatches().at(-1)?.handle as PageKind | undefined;
