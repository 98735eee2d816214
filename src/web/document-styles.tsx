/**
 * The styles of a public document. Its HTML contains those that the first paint needs, so that this waits for no other
 * file. The panel, whose HTML is neither cached nor compressed, has its own as a file.
 */
import { useLocation } from 'react-router';
import { pagePath } from './i18n/language.ts';
import { useScriptNonce } from './script-nonce.ts';
import board from './styles/board.css?inline';
import embed from './styles/embed-frame.css?inline';
import firstPaint from './styles/first-paint.css?inline';
import publicStyles from './styles/public.css?inline';
import publicStylesFile from './styles/public.css?url';

/** What the server replaces by the rules that a page uses. Random, so that no text of a page is the same. */
export const usedRulesMark = (nonce: string): string => `/* ${nonce} */`;

/** Complete, because it is small. Nothing leads from these pages to others without a full page load, or back. */
const OWN_STYLES = new Map([
  ['/board', board],
  ['/embed', embed],
]);

function stylesOf(pathname: string, nonce = ''): string {
  const ofPublicPages = firstPaint + (import.meta.env.DEV ? publicStyles : usedRulesMark(nonce));
  return OWN_STYLES.get(pagePath(pathname)) ?? ofPublicPages;
}

/** The browser has them from the HTML, which hydration does not change: its scripts need no copy. */
const NEEDS_TEXT = import.meta.env.SSR || import.meta.env.DEV;

export function DocumentStyles() {
  const { pathname } = useLocation();
  const nonce = useScriptNonce();
  return (
    <style
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets, whose quotes must not be escaped.
      dangerouslySetInnerHTML={{ __html: NEEDS_TEXT ? stylesOf(pathname, nonce) : '' }}
    />
  );
}

/**
 * The whole stylesheet, for what the app adds to the page. At the end of the body it does not delay the first paint. The
 * inline scripts after it, which contain the data of the page, wait for it; so the app starts with all styles.
 */
export const LateStyles = () => <link rel="stylesheet" fetchPriority="low" href={publicStylesFile} />;
