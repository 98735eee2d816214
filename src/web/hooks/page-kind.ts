/** Pages that the document treats differently, by the `handle` of one of their routes. */
import { useMatches } from 'react-router';

/** `static`: sent without scripts, never hydrated. `one-screen`: never scrolls, and needs no storage. */
export type PageKind = 'panel' | 'static' | 'one-screen';

export const usePageKind = (): PageKind | undefined =>
  useMatches().find(({ handle }) => handle)?.handle as PageKind | undefined;
