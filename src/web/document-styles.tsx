/**
 * The styles of a public document. They are part of its HTML, so that the first paint waits for no other file. The
 * panel, whose HTML is neither cached nor compressed, has its own as a file.
 */
import { useLocation } from 'react-router';
import { pagePath } from './i18n/language.ts';
import { useScriptNonce } from './script-nonce.ts';
import board from './styles/board.css?inline';
import embed from './styles/embed-frame.css?inline';
import publicPages from './styles/public.css?inline';

/** Nothing leads from these pages to others without a full page load, or from others to these. */
const OWN_STYLES = new Map([
  ['/board', board],
  ['/embed', embed],
]);

/** The browser has them from the HTML, which hydration does not change: its scripts need no copy. */
const stylesOf = (pathname: string): string =>
  import.meta.env.SSR || import.meta.env.DEV ? (OWN_STYLES.get(pagePath(pathname)) ?? publicPages) : '';

export function DocumentStyles() {
  const { pathname } = useLocation();
  const nonce = useScriptNonce();
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return null;
  return (
    <style
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets, whose quotes must not be escaped.
      dangerouslySetInnerHTML={{ __html: stylesOf(pathname) }}
    />
  );
}
