/** The web app manifest, for installing the site in the language of the visitor. */
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { THEME_COLOURS } from '../../preferences/theme.ts';
import type { Route } from './+types/web-manifest.ts';

/** The colour of the page in the light theme. */
const GROUND = '#FFFBF1';

export function loader({ url }: Route.LoaderArgs) {
  const { language, messages } = messagesFor(url);
  const { productName, home, nav } = messages;
  const pathTo = (path: string) => pathIn(language, path);
  const manifest = {
    name: productName,
    short_name: productName,
    description: home.description,
    lang: language,
    id: pathTo('/'),
    start_url: pathTo('/'),
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: THEME_COLOURS.light,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
    shortcuts: [
      { name: nav.charts, url: pathTo('/results') },
      { name: nav.news, url: pathTo('/news') },
    ],
  };
  return Response.json(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=86400, s-maxage=86400',
    },
  });
}
