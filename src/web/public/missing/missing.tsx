/**
 * What the server sends in place of a page that does not exist. It can appear at any address, so it is not hydrated:
 * the app would look for the page of that address.
 */
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { navItems } from '../../components/nav-links.ts';
import type { PageKind } from '../../hooks/page-kind.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { sharedFor } from '../caching.ts';
import { StaticPage } from '../static-page.tsx';
import type { Route } from './+types/missing.ts';

export const handle: PageKind = 'static';

export const headers = sharedFor(3600);

/** The messages come as loader data, so that no browser loads both dictionaries. */
export function loader({ url }: Route.LoaderArgs) {
  const { language, messages } = messagesFor(url);
  const { productName, problem, drawPage, dayPage } = messages;
  // Set by the server.
  const texts = new Map([
    ['draw', drawPage.unknown],
    ['day', dayPage.unknown],
  ]);
  return {
    productName,
    title: problem.notFoundTitle,
    text: texts.get(url.searchParams.get('of') ?? '') ?? problem.notFoundText,
    toHome: problem.toHome,
    home: pathIn(language, '/'),
    links: navItems(messages)
      .filter(({ path }) => path !== '/')
      .map(({ path, label }) => ({ path: pathIn(language, path), label })),
  };
}

export default function Missing({ loaderData }: Route.ComponentProps) {
  const { productName, title, text, toHome, home, links } = loaderData;
  return (
    <StaticPage productName={productName} title={title} text={text} links={links}>
      <a href={home} className={`${MAIN_ACTION} mt-4`}>
        {toHome}
      </a>
    </StaticPage>
  );
}
