/** What stands in the place of every public page while the site is being maintained. */
import { useLocation } from 'react-router';
import { MAIN_ACTION } from '../../components/actions.ts';
import { Emblem } from '../../components/emblem.tsx';
import { useMessages } from '../../i18n/i18n.tsx';

export default function Maintenance() {
  const { maintenance, problem, productName } = useMessages();
  const { pathname, search } = useLocation();
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-12 text-center sm:py-20">
      <title>{`${maintenance.title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-28 text-gold turn-slowly" />
      <h1 className="text-3xl">{maintenance.title}</h1>
      <p className="text-lg text-ink-soft">{maintenance.text}</p>
      <a href={pathname + search} className={`${MAIN_ACTION} mt-4`}>
        {problem.tryAgain}
      </a>
    </section>
  );
}
