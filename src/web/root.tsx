/** The document around every page, and the error page that needs nothing else to work. */
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { PRODUCT_NAME } from '../core/branding.ts';
import type { Route } from './+types/root.ts';
import { BEFORE_PAINT } from './before-paint.ts';
import { Emblem, EmblemDrawing } from './components/emblem.tsx';
import { DocumentStyles, LateStyles } from './document-styles.tsx';
import { usePageKind } from './hooks/page-kind.ts';
import type { RootData } from './hooks/use-site.ts';
import { languageOf, pathIn } from './i18n/language.ts';
import { pageServices } from './page-services.ts';
import { PreferencesProvider } from './preferences/preferences.tsx';
import { THEME_COLOURS } from './preferences/theme.ts';
import { useScriptNonce } from './script-nonce.ts';
import { ServerClockProvider } from './server-time/use-server-now.tsx';
import { SoundPlayerProvider } from './sound/sound-player.tsx';
import latinFont from './styles/fonts/anek-malayalam-latin.woff2?url';
import malayalamFont from './styles/fonts/anek-malayalam-malayalam.woff2?url';

export function loader({ context }: Route.LoaderArgs): RootData {
  const services = context.get(pageServices);
  return { renderedAt: services.now(), site: services.site() };
}

/** The root's data stays valid for the whole visit. */
export const shouldRevalidate = () => false;

/** Only what the first paint needs; the browser loads the other font when a character needs it. */
function FontPreloads({ language }: { language: string }) {
  const fonts = language === 'ml' ? [latinFont, malayalamFont] : [latinFont];
  return fonts.map((font) => (
    <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
  ));
}

export function Layout({ children }: { children: ReactNode }) {
  const language = languageOf(useLocation().pathname);
  const kind = usePageKind();
  const nonce = useScriptNonce();
  return (
    // The script below may have set the theme on this element before React sees it.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOURS.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOURS.dark} />
        <script nonce={nonce} suppressHydrationWarning>
          {BEFORE_PAINT}
        </script>
        {kind !== 'panel' && <DocumentStyles />}
        <FontPreloads language={language} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={pathIn(language, '/site.webmanifest')} />
        <Links />
      </head>
      <body>
        <EmblemDrawing />
        {children}
        {!kind && <LateStyles />}
        {(!kind || kind === 'panel') && <ScrollRestoration />}
        {kind !== 'static' && <Scripts />}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <ServerClockProvider renderedAt={loaderData.renderedAt}>
      <PreferencesProvider>
        <SoundPlayerProvider>
          <Outlet />
        </SoundPlayerProvider>
      </PreferencesProvider>
    </ServerClockProvider>
  );
}

/** In both languages: no dictionary may be available here. */
export function ErrorBoundary() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-page place-content-center gap-4 px-6 text-center">
      <title>{PRODUCT_NAME}</title>
      <Emblem className="mx-auto size-24 text-gold" />
      <h1 className="text-2xl">Something went wrong</h1>
      <p>Please try again in a moment.</p>
      <p lang="ml">എന്തോ കുഴപ്പം സംഭവിച്ചു. അൽപസമയം കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.</p>
      <p>
        {/* Not a router link: the app itself may have failed. */}
        <a
          href="/"
          className="inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
        >
          {PRODUCT_NAME}
        </a>
      </p>
    </main>
  );
}
