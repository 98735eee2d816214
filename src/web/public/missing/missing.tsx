/**
 * What the server sends in place of a page that does not exist. It can appear at any address, so it is not hydrated:
 * the app would look for the page of that address.
 */
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';
import { navItems } from '../../components/nav-links.ts';
import type { PageKind } from '../../hooks/page-kind.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { sharedFor } from '../caching.ts';
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
    <main className="kasavu-top kasavu-bottom relative mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-4 px-6 text-center">
      <title>{`${title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-32 text-gold turn-slowly" />
      <p className="text-xl font-bold">{productName}</p>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-ink-soft">{text}</p>
      <ul className="flex flex-wrap justify-center gap-3">
        {links.map(({ path, label }) => (
          <li key={path}>
            <a href={path} className={ACTION}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <a href={home} className={`${MAIN_ACTION} mt-4`}>
        {toHome}
      </a>
    </main>
  );
}
