/**
 * What the service worker shows in place of a page that it has not kept. It can appear at any address, so it is not
 * hydrated: the app would look for the page of that address.
 */
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { navItems } from '../../components/nav-links.ts';
import type { PageKind } from '../../hooks/page-kind.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { useScriptNonce } from '../../script-nonce.ts';
import { sharedFor } from '../caching.ts';
import { StaticPage } from '../stand-in/static-page.tsx';
import type { Route } from './+types/offline.ts';

export const handle: PageKind = 'static';

export const headers = sharedFor(3600);

/** The messages come as loader data, so that no browser loads both dictionaries. */
export function loader({ url }: Route.LoaderArgs) {
  const { language, messages } = messagesFor(url);
  const { productName, unreachable, offlinePage, problem } = messages;
  const links = navItems(messages)
    .filter(({ path }) => path !== '/contact')
    .map(({ path, label }) => ({ path: pathIn(language, path), label }));
  return { productName, title: unreachable.title, text: offlinePage.text, tryAgain: problem.tryAgain, links };
}

/** One attempt each time the connection is back: the page that it opens may be this one again. */
const RELOAD_ONCE_ONLINE = "addEventListener('online', () => location.reload(), { once: true });";

export default function Offline({ loaderData }: Route.ComponentProps) {
  const { productName, title, text, tryAgain, links } = loaderData;
  return (
    <StaticPage productName={productName} title={title} text={text} links={links}>
      <script nonce={useScriptNonce()}>{RELOAD_ONCE_ONLINE}</script>
      {/* biome-ignore lint/a11y/useValidAnchor: the same address once more, whichever it is. */}
      <a href="" className={`${MAIN_ACTION} mt-4`}>
        {tryAgain}
      </a>
    </StaticPage>
  );
}
