/** Makes sure that the code of the next page is loaded before the router needs it. */
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { SECOND } from '../../core/ist-time.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { isNoResponse } from '../live/deadline.ts';
import { isPageLoaded, loadAllPages, loadPage } from '../live/page-code.ts';

/** Until then, the page itself may still be loading. */
const PRELOAD_AFTER = 3 * SECOND;

export interface PageCode {
  state: 'ready' | 'loading' | 'unreachable';
  /** Tries again to load the page that was chosen. */
  retry(): Promise<void>;
}

/** Loads the other pages of the site while nothing else happens, and again when the connection is back. */
function usePreload(): void {
  const { language } = useI18n();
  useEffect(() => {
    // A failure is not reported: the page is loaded when it is chosen.
    const preload = () => void loadAllPages(language).catch(() => {});
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(preload) : preload());
    const timer = setTimeout(whenIdle, PRELOAD_AFTER);
    addEventListener('online', preload);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', preload);
    };
  }, [language]);
}

export function usePageCode(): PageCode {
  usePreload();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isPageLoaded(nextLocation.pathname),
  );
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const { location: target, proceed } = blocker;

  async function load(): Promise<void> {
    if (!target) return;
    try {
      await loadPage(target.pathname);
      proceed?.();
    } catch (error) {
      if (isNoResponse(error)) setFailedKey(target.key);
      // A file of a former version of the site: the router loads the current one.
      else proceed?.();
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that was chosen.
  useEffect(() => void load(), [target]);

  if (blocker.state !== 'blocked') return { state: 'ready', retry: load };
  return { state: failedKey === target?.key ? 'unreachable' : 'loading', retry: load };
}
