/** Loads pages and static files from the build. `vite-site.ts` does the same from source. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadOnce } from '../load-once.ts';
import { createPages, type PageBuild, type Pages, type PagesParts } from './pages.ts';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

export interface Site {
  loadPages(parts: PagesParts): Promise<Pages>;
  loadFiles(commonHeaders: Readonly<Record<string, string>>): StaticFiles;
}

const BUILD = join(import.meta.dir, '../../../build');

export const builtSite: Site = {
  async loadPages(parts) {
    const publicPages = await loadBundle('public', parts);
    // With the first request for it: a site at rest needs a tenth less memory without the panel.
    const loadPanel = loadOnce(() => loadBundle('panel', parts));
    return {
      async show(address) {
        if (!isPanelAddress(address)) return publicPages.show(address);
        return (await loadPanel()).show(address);
      },
      submit: publicPages.submit,
    };
  },
  loadFiles: (commonHeaders) => loadStaticFiles(join(BUILD, 'client'), commonHeaders),
};

/** `react-router.config.ts` names the bundles. */
async function loadBundle(name: 'public' | 'panel', parts: PagesParts): Promise<Pages> {
  const build: PageBuild = await import(pathToFileURL(join(BUILD, 'server', name, 'index.js')).href);
  return createPages(build, 'production', parts);
}

/** Takes a path, with or without a query. */
export const isPanelAddress = (address: string): boolean => /^\/admin(\/|\.data(\?|$)|\?|$)/.test(address);
