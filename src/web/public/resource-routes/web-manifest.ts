/** The web app manifest, for installing the site on a home screen. */
import { PRODUCT_NAME } from '../../../core/branding.ts';
import { en } from '../../i18n/en.ts';
import { THEME_COLOURS } from '../../preferences/theme.ts';

const manifest = JSON.stringify({
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: en.home.description,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FFFBF1',
  theme_color: THEME_COLOURS.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
});

export const loader = () =>
  new Response(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=86400, s-maxage=86400',
    },
  });
