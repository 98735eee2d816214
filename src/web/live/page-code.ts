/**
 * Loads the code of all pages of a language before it is needed. The router reloads the document when the code of a
 * page cannot be loaded; without a connection that would end in the browser's own error page.
 */
import type { Language } from '../i18n/language.ts';
import { callServer } from './call-api.ts';

interface Route {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

const loaded = new Set<string>();

export const arePagesLoaded = (language: Language): boolean => loaded.has(language);

/** One after the other, so that they do not delay anything else. Throws `NoResponse` without a connection. */
export async function loadPages(language: Language): Promise<void> {
  // The router's own list of all routes and their files, which every page loads.
  const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, Route> } })
    .__reactRouterManifest;
  for (const { id } of Object.values(routes)) {
    if (id.startsWith(`${language}/`))
      for (let next = routes[id]; next; next = routes[next.parentId ?? '']) await load(next);
  }
  loaded.add(language);
}

/** Fetched before it is imported: browsers may remember a failed import, but not a failed fetch. */
async function load({ module, imports = [] }: Route): Promise<void> {
  if (loaded.has(module)) return;
  await Promise.all([module, ...imports].map((file) => callServer(file)));
  await import(/* @vite-ignore */ module);
  loaded.add(module);
}
