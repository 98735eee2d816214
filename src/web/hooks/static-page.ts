/** Marks a route whose page is complete as the server sends it and is never brought to life by scripts. */
import { useMatches } from 'react-router';

export const STILL = { still: true } as const;

export const useIsStill = (): boolean => useMatches().some(({ handle }) => handle === STILL);
