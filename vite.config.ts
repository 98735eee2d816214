/** How the browser app is built and served in development. */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { readRules } from './src/web/styles/read-rules.ts';

/** Used by the panel or by some public pages only. */
const NOT_SHARED = new Set([
  'actor',
  'approval',
  'article-body',
  'attention',
  'breadcrumbs',
  'business-hours',
  'chart-table',
  'code-block',
  'contact-form',
  'content-language',
  'csv',
  'csv-button',
  'empty-state',
  'excerpt',
  'faq-order',
  'html-text',
  'idempotency-key',
  'link-class',
  'live-faqs',
  'live-news',
  'news-order',
  'news-scope',
  'page-icons',
  'publication',
  'result',
  'search-box',
  'search-text',
  'spoken-digits',
  'text-language',
  'text-search',
  'unattended-page',
  'use-is-list-loading',
]);

/** One file: a second one for what the board shares would make the home page heavier. */
const HOME =
  /\/src\/(web\/public\/(home\/(?!found-draws)|draw-cards\/)|web\/(sound\/roll-sound|notifications\/chosen-results)|core\/(card-(state|order)|number-to-check))/;

const SHARED_FOLDERS =
  /\/src\/(core|web\/(api|browser|components|hooks|live|i18n|public|server-time))\/([^/]+)\.tsx?$/;

function isShared(file: string): boolean {
  const name = SHARED_FOLDERS.exec(file)?.[3];
  // The messages of a language are files of their own.
  return name !== undefined && !NOT_SHARED.has(name) && !/^(en|ml)(-|$)/.test(name);
}

/**
 * Replaces what Vite adds to each `import()`, a kilobyte in the scripts of every page. It fetches the styles and
 * imports of a module in advance; ours have no styles of their own, and few imports.
 */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/** Lets files of route modules export more than the route: a group without its dependencies needs that. */
const looseEntries = {
  name: 'loose-entries',
  applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  options: (options: object) => ({ ...options, preserveEntrySignatures: 'allow-extension' as const }),
};

/** Reads stylesheets that are imported with `?inline&rules`, so that the server does not have to. */
const styleRules: Plugin = {
  name: 'style-rules',
  enforce: 'post',
  transform: {
    filter: { id: /[?&]rules$/ },
    handler(code) {
      // Vite has made a module of it that exports its text.
      const [, text = ''] = /^export default (".*")/.exec(code) ?? [];
      return `export default ${JSON.stringify(readRules(JSON.parse(text)))}`;
    },
  },
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), styleRules, plainDynamicImports, looseEntries],
  build: {
    // Small pictures and fonts stay files of their own: a data: address would need a wider security policy.
    assetsInlineLimit: 0,
    // React Router adds its own links to the pages.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Reading a property or a global variable has no effect in our code and our libraries.
          treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          output: {
            // Every public page loads the list of all these names, so they are as short as the bundler allows.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                // Changes seldom: returning visitors keep it over many releases. The panel's libraries stay out of it.
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                },
                // The home page and the board.
                { name: 'home', test: HOME, includeDependenciesRecursively: false },
                // What every public page shares, in one file instead of a dozen crumbs.
                { name: 'shared', test: isShared, minShareCount: 2 },
                // Every page loads a list of all files, so the panel's own code is one file too.
                {
                  name: 'panel',
                  test: /\/src\/web\/admin\//,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
});
