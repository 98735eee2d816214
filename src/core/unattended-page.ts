/** The pages that nobody watches over, and the script that reloads them when the site is back. */

/** The board in a shop and the frame on another site: with nobody to reload them. */
const UNATTENDED = /^(?:\/ml)?\/(board|embed)$/;

export type UnattendedPage = 'board' | 'embed';

export const unattendedPageAt = (path: string): UnattendedPage | null =>
  (UNATTENDED.exec(path)?.[1] as UnattendedPage | undefined) ?? null;

/** A window event that a working page dispatches every second. */
export const PAGE_SHOWN = 'page-shown';
/** A window event that a page dispatches when it shows an error in place of its content. */
export const PAGE_FAILED = 'page-failed';

/** A page whose scripts are still being fetched over a slow line must not be reloaded. */
export const RELOAD_AFTER_MS = 60_000;

/**
 * Reloads a page that has reported nothing for `silence` milliseconds, but only when the site answers: without a
 * connection the browser would show its own error page, which never comes back. It is an inline script, so that it also
 * runs where the scripts of the page could not be fetched.
 */
export const reloadWhenBack = (silence: number): string => `(() => {
  let shownAt = performance.now();
  addEventListener('${PAGE_SHOWN}', () => { shownAt = performance.now(); });
  addEventListener('${PAGE_FAILED}', () => { shownAt = -Infinity; });
  const isQuiet = () => performance.now() - shownAt > ${silence};
  async function check() {
    try {
      const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10000) };
      if (isQuiet() && (await fetch('/api/today', options)).ok && isQuiet()) location.reload();
    } catch {}
    wait();
  }
  const wait = () => setTimeout(check, 4000 + Math.random() * 8000);
  wait();
})();`;
