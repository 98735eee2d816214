/**
 * What the server sends in place of every public page while the site is in maintenance. It can appear at any address,
 * so it is not hydrated: the app would look for the page of that address.
 */
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';
import type { PageKind } from '../../hooks/page-kind.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { StaticPage } from '../static-page.tsx';
import { ReloadScript } from '../unattended/reload-script.tsx';
import type { Route } from './+types/maintenance.ts';

export const handle: PageKind = 'static';

/** The messages come as loader data, so that no browser loads both dictionaries. */
export function loader({ url }: Route.LoaderArgs) {
  const { productName, maintenance, problem } = messagesFor(url).messages;
  // Set by the server when it sends this in place of a page that nobody can reload.
  const unattended = url.searchParams.get('for');
  return { productName, ...maintenance, tryAgain: problem.tryAgain, unattended };
}

export default function Maintenance({ loaderData }: Route.ComponentProps) {
  const { productName, title, text, tryAgain, unattended } = loaderData;
  if (unattended) {
    const isBoard = unattended === 'board';
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
    <StaticPage productName={productName} title={title} text={text}>
      {/* biome-ignore lint/a11y/useValidAnchor: the same address once more, whichever it is. */}
      <a href="" className={`${MAIN_ACTION} mt-4`}>
        {tryAgain}
      </a>
    </StaticPage>
  );
}
