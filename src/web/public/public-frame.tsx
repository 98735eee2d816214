/** The layout of every public page: skip link, header, main, footer. */
import { type ReactNode, Suspense, useRef } from 'react';
import { Footer } from '../components/footer.tsx';
import { Header } from '../components/header.tsx';
import { useFocusAfterNavigation } from '../hooks/use-focus-after-navigation.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { UnreachablePage } from './problem-page.tsx';
import { usePageCode } from './use-page-code.ts';

/**
 * In its own Suspense boundary, so that React hydrates it separately. Created once: with a new element, the render right
 * after hydration would hydrate the footer at once.
 */
const FOOTER = (
  <Suspense>
    <Footer />
  </Suspense>
);

export function PublicFrame({ children }: { children: ReactNode }) {
  const { header } = useMessages();
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);
  const { state, retry } = usePageCode();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="screen-only fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-maroon px-4 py-2.5 font-semibold text-on-strong focus:translate-y-0"
      >
        {header.skip}
      </a>
      <Header isLoading={state === 'loading'} />
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-page grow px-4 pt-[calc(var(--header-height)+1.5rem)] outline-none sm:px-6"
      >
        {state === 'unreachable' ? <UnreachablePage onRetry={retry} /> : children}
      </main>
      {FOOTER}
    </div>
  );
}
