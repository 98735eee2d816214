/**
 * The styles of a document. They are part of its HTML, so that the first paint waits for no other file. Only the panel,
 * whose HTML is neither cached nor compressed, has them as files.
 */
import { useLocation } from 'react-router';
import { pagePath } from './i18n/language.ts';
import { useScriptNonce } from './script-nonce.ts';
import board from './styles/board.css?inline';
import embed from './styles/embed-frame.css?inline';
import panelFile from './styles/panel.css?url';
import publicPages from './styles/public.css?inline';
import publicFile from './styles/public.css?url';

/** Nothing leads from these pages to others without a full page load, or from others to these. */
const OWN_STYLES = new Map([
  ['/board', board],
  ['/embed', embed],
]);

const isInPanel = (pathname: string): boolean => pathname === '/admin' || pathname.startsWith('/admin/');

/** The page that the document was loaded for. Links lead from the panel to the public pages, but not back. */
const firstPath = import.meta.env.SSR ? null : location.pathname;

/** The browser has them from the HTML, which hydration does not change: its scripts need no copy. */
const stylesOf = (pathname: string): string =>
  import.meta.env.SSR || import.meta.env.DEV ? (OWN_STYLES.get(pagePath(pathname)) ?? publicPages) : '';

export function DocumentStyles() {
  const { pathname } = useLocation();
  const nonce = useScriptNonce();
  if (!isInPanel(firstPath ?? pathname)) {
    return (
      <style
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets, whose quotes must not be escaped.
        dangerouslySetInnerHTML={{ __html: stylesOf(pathname) }}
      />
    );
  }
  return (
    <>
      <link rel="stylesheet" href={publicFile} />
      {isInPanel(pathname) && <link rel="stylesheet" href={panelFile} />}
    </>
  );
}
