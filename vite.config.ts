/** How the browser app is built and served in development. */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Small pictures and fonts stay files of their own: a data: address would need a wider security policy.
    assetsInlineLimit: 0,
    // React Router preloads the modules of its routes; the few other dynamic imports need no helper for it.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Changes seldom: returning visitors keep it over many releases. The panel's libraries stay out of it.
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                // What every public page shares, in one file instead of a dozen crumbs; not what only the panel, the
                // contact form or a few other pages use.
                {
                  name: 'shared',
                  test: /src\/(core|web\/(components|hooks|live|i18n\/(?!(?:en|ml)[-.])|public\/[^/]+$))(?!\/(csv|publication|contact-form|idempotency-key|breadcrumbs|business-hours|chart-table|csv-button|empty-state|search-box|attention|actor|article-body|excerpt|spoken-digits|text-language|use-is-list-loading|page-icons)\.)/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
});
