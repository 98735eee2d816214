/** The layout of the pages without a session: sign in, reset, welcome. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Emblem } from '../../components/emblem.tsx';
import { ThemeSwitch } from '../../components/switches.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { TEXT_LINK } from '../widgets/text-link.ts';

interface SignedOutPageProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function SignedOutPage({ title, text, children }: SignedOutPageProps) {
  const { productName } = useMessages();
  const heading = useHeadingFocus(title);
  return (
    <div className="relative grid min-h-dvh grid-rows-[auto_1fr_auto] kasavu-top">
      <title>{`${title} · ${productName}`}</title>
      <header className="flex justify-end p-3 pt-4">
        <ThemeSwitch />
      </header>
      <main className="grid place-items-center px-4">
        <div className="w-full max-w-md">
          <div className="mb-5 flex flex-col items-center gap-2">
            <Emblem className="turn-slowly size-20 text-gold" />
            <p className="text-lg font-bold">{productName}</p>
          </div>
          <div className="kasavu-edge rounded-card bg-cloth p-6 sm:p-8">
            <h1 ref={heading} tabIndex={-1} className="text-center text-2xl">
              {title}
            </h1>
            {text && <p className="mt-1 text-center text-ink-soft">{text}</p>}
            <div className="mt-5">{children}</div>
          </div>
        </div>
      </main>
      <footer className="p-4 text-center">
        <Link to="/" reloadDocument className={TEXT_LINK}>
          Back to the website
        </Link>
      </footer>
    </div>
  );
}

/** Moves the focus to the heading when a step was replaced by the next and the focused element is gone. */
function useHeadingFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return heading;
}
