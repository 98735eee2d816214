/** Loads pages and static files from the build. `vite-site.ts` does the same from source. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPages, type PageBuild, type Pages, type PagesParts } from './pages.ts';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

export interface Site {
  loadPages(parts: PagesParts): Promise<Pages>;
  loadFiles(commonHeaders: Readonly<Record<string, string>>): StaticFiles;
}

const BUILD = join(import.meta.dir, '../../../build');

export const builtSite: Site = {
  async loadPages(parts) {
    const build: PageBuild = await import(pathToFileURL(join(BUILD, 'server/index.js')).href);
    return createPages(build, 'production', parts);
  },
  loadFiles: (commonHeaders) => loadStaticFiles(join(BUILD, 'client'), commonHeaders),
};
