/** Links from the home page to the other pages. */
import { Link } from 'react-router';
import { ArrowIcon, ChartIcon, HelpIcon, MailIcon, NewsIcon } from '../../components/icons.tsx';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';

export function LinkCards() {
  const { nav, home } = useMessages();
  const pathTo = usePathIn();
  const cards = [
    { path: '/results', title: nav.charts, text: home.links.results, icon: <ChartIcon /> },
    { path: '/news', title: nav.news, text: home.links.news, icon: <NewsIcon /> },
    { path: '/help', title: nav.help, text: home.links.help, icon: <HelpIcon /> },
    { path: '/contact', title: nav.contact, text: home.links.contact, icon: <MailIcon /> },
  ];
  return (
    <ul className="mt-12 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {cards.map(({ path, title, text, icon }) => (
        <li key={path}>
          <Link
            to={pathTo(path)}
            prefetch="intent"
            className="thread-edge group flex h-full items-center gap-4 rounded-card bg-cloth p-5 lg:flex-col lg:items-start"
          >
            <span className="rounded-control bg-gold/15 p-2.5 text-xl text-gold-ink">{icon}</span>
            <span className="min-w-0 grow">
              <span className="block text-lg font-bold group-hover:text-maroon">{title}</span>
              <span className="block leading-snug text-ink-soft">{text}</span>
            </span>
            <span className="text-maroon transition-transform group-hover:translate-x-1">
              <ArrowIcon />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
