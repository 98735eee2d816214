/**
 * What the server sends in place of a page: of every public page while the site is in maintenance, and of one that does
 * not exist. It can appear at any address, so it is not hydrated: the app would look for the page of that address.
 */
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';
import { navItems } from '../../components/nav-links.ts';
import type { PageKind } from '../../hooks/page-kind.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { sharedFor } from '../caching.ts';
import { ReloadScript } from '../unattended/reload-script.tsx';
import type { Route } from './+types/stand-in.ts';
import { StaticPage } from './static-page.tsx';

export const handle: PageKind = 'static';

export const headers = sharedFor(3600);

/** The messages come as loader data, so that no browser loads both dictionaries. */
export function loader({ url }: Route.LoaderArgs) {
  const { language, messages } = messagesFor(url);
  const { productName, maintenance, problem, drawPage, dayPage } = messages;
  const missing = new Map([
    ['missing', problem.notFoundText],
    ['draw', drawPage.unknown],
    ['day', dayPage.unknown],
  ]);
  // Set by the server: what is missing, or a page that nobody can reload.
  const what = url.searchParams.get('for');
  const missingText = missing.get(what ?? '');
  return {
    productName,
    what,
    ...(missingText === undefined
      ? { ...maintenance, links: [], action: { path: '', label: problem.tryAgain } }
      : {
          title: problem.notFoundTitle,
          text: missingText,
          links: navItems(messages)
            .filter(({ path }) => path !== '/')
            .map(({ path, label }) => ({ path: pathIn(language, path), label })),
          action: { path: pathIn(language, '/'), label: problem.toHome },
        }),
  };
}

export default function StandIn({ loaderData }: Route.ComponentProps) {
  const { productName, what, title, text, links, action } = loaderData;
  if (what === 'board' || what === 'embed') {
    const isBoard = what === 'board';
    return (
      <main className={isBoard ? 'board-problem always-dark' : 'embed-problem'}>
        <title>{`${title} · ${productName}`}</title>
        <meta name="robots" content="noindex" />
        <ReloadScript after={0} />
        <Emblem className="text-gold" />
        {isBoard && <p>{productName}</p>}
        <h1>{title}</h1>
        <p>{text}</p>
      </main>
    );
  }
  return (
    <StaticPage productName={productName} title={title} text={text} links={links}>
      {/* Without a path it is the same address once more, whichever it is. */}
      <a href={action.path} className={`${MAIN_ACTION} mt-4`}>
        {action.label}
      </a>
    </StaticPage>
  );
}
