/** What the server or the service worker shows in place of a page, at any address; without scripts of the app. */
import type { ReactNode } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';

interface StaticPageProps {
  productName: string;
  title: string;
  text: string;
  /** To pages of the site. */
  links?: readonly { path: string; label: string }[];
  /** The most important action. */
  children: ReactNode;
}

export function StaticPage({ productName, title, text, links = [], children }: StaticPageProps) {
  return (
    <main className="kasavu-top kasavu-bottom relative mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-4 px-6 text-center">
      <title>{`${title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-32 text-gold turn-slowly" />
      <p className="text-xl font-bold">{productName}</p>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-ink-soft">{text}</p>
      {links.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-3">
          {links.map(({ path, label }) => (
            <li key={path}>
              <a href={path} className={ACTION}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </main>
  );
}
