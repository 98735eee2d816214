/** How the browser app is built and served in development. */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Used by the panel or by some public pages only. */
const NOT_SHARED = new Set([
  'actor',
  'article-body',
  'attention',
  'breadcrumbs',
  'business-hours',
  'chart-table',
  'contact-form',
  'content-language',
  'csv',
  'csv-button',
  'empty-state',
  'excerpt',
  'html-text',
  'idempotency-key',
  'live-news',
  'news-order',
  'news-scope',
  'page-icons',
  'publication',
  'search-box',
  'search-text',
  'spoken-digits',
  'text-language',
  'text-search',
  'use-is-list-loading',
]);

const SHARED_FOLDERS = /\/src\/(core|web\/(components|hooks|live|i18n|public))\/([^/]+)\.tsx?$/;

function isShared(file: string): boolean {
  const name = SHARED_FOLDERS.exec(file)?.[3];
  // The messages of a language are files of their own.
  return name !== undefined && !NOT_SHARED.has(name) && !/^(en|ml)(-|$)/.test(name);
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Small pictures and fonts stay files of their own: a data: address would need a wider security policy.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every public page loads the list of all these names, so they are as short as the bundler allows.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                // Changes seldom: returning visitors keep it over many releases. The panel's libraries stay out of it.
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                // What every public page shares, in one file instead of a dozen crumbs.
                { name: 'shared', test: isShared, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
});
