/** Makes sure that the code of the next page is loaded before the router needs it. */
import { useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { SECOND } from '../../core/ist-time.ts';
import { isNoResponse } from '../api/request-deadline.ts';
import { openKept } from '../browser/service-worker-client.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { languageOf } from '../i18n/language.ts';
import { arePagesLoaded, loadPages } from './page-code.ts';

/** Until then, the page itself may still be loading. */
const PRELOAD_AFTER = 3 * SECOND;

/** Whether the visitor asked the browser to load less; not every browser has this setting. */
const isSavingData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

export interface PageCode {
  state: 'ready' | 'loading' | 'unreachable';
  /** Tries again to load the page that was chosen. */
  retry(): Promise<void>;
}

export function usePageCode(): PageCode {
  const { language } = useI18n();
  useEffect(() => {
    if (isSavingData()) return;
    // A failure is not reported: the code is loaded when a page is chosen.
    const timer = setTimeout(() => void loadPages(language).catch(() => {}), PRELOAD_AFTER);
    return () => clearTimeout(timer);
  }, [language]);

  const navigate = useNavigate();
  /** The page that was chosen last: others may be chosen while it is loaded. */
  const chosenKey = useRef<string>(null);
  const { location: target, proceed } = useBlocker(({ currentLocation, nextLocation: { pathname, key } }) => {
    chosenKey.current = key;
    return currentLocation.pathname !== pathname && !arePagesLoaded(languageOf(pathname));
  });
  const [failedKey, setFailedKey] = useState<string>();

  async function load(): Promise<void> {
    if (!target) return;
    const error = await loadPages(languageOf(target.pathname)).catch((failure: unknown) => failure);
    if (chosenKey.current !== target.key) return;
    if (isNoResponse(error)) {
      openKept(target.pathname + target.search);
      setFailedKey(target.key);
      return;
    }
    // After any other error, such as a file of a former version of the site, the router loads the current one.
    try {
      proceed?.();
    } catch {
      // No longer blocked: a navigation that had begun before has ended.
      void navigate(target);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that was chosen.
  useEffect(() => void load(), [target]);

  if (!target) return { state: 'ready', retry: load };
  return { state: failedKey === target.key ? 'unreachable' : 'loading', retry: load };
}
