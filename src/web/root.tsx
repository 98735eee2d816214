/** The document around every page, and what is left to show when nothing else can be. */
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import type { Route } from './+types/root.ts';
import { BEFORE_PAINT } from './before-paint.ts';
import { EmblemDrawing } from './components/emblem.tsx';
import { LastResort } from './components/last-resort.tsx';
import { useIsStill } from './hooks/static-page.ts';
import { THEME_COLOURS } from './hooks/theme.ts';
import { ServerClockProvider } from './hooks/use-server-now.tsx';
import { languageOf } from './i18n/language.ts';
import { pageServices } from './page-services.ts';
import { useScriptMark } from './script-mark.ts';
import './styles/app.css';
import latinFont from './styles/fonts/anek-malayalam-latin.woff2?url';
import malayalamFont from './styles/fonts/anek-malayalam-malayalam.woff2?url';

export function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  return { renderedAt: services.now(), site: services.site() };
}

/** What the root tells holds for the whole visit. */
export const shouldRevalidate = () => false;

/** Only what the first paint needs; the other script's file comes when a character of it is seen. */
function FontPreloads({ language }: { language: string }) {
  const fonts = language === 'ml' ? [latinFont, malayalamFont] : [latinFont];
  return fonts.map((font) => (
    <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
  ));
}

export function Layout({ children }: { children: ReactNode }) {
  const language = languageOf(useLocation().pathname);
  const isStill = useIsStill();
  const mark = useScriptMark();
  return (
    // The script below may have set the theme on this element before React sees it.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOURS.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOURS.dark} />
        <script nonce={mark}>{BEFORE_PAINT}</script>
        <FontPreloads language={language} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
      </head>
      <body>
        <EmblemDrawing />
        {children}
        {!isStill && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <ServerClockProvider renderedAt={loaderData.renderedAt}>
      <Outlet />
    </ServerClockProvider>
  );
}

export function ErrorBoundary() {
  return <LastResort />;
}
