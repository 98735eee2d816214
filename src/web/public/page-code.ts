/**
 * Loads the code of all pages of a language before it is needed. The router reloads the document when the code of a
 * page cannot be loaded; without a connection that would end in the browser's own error page.
 */

import { callServer } from '../api/call-api.ts';
import type { Language } from '../i18n/language.ts';

interface Route {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

const loaded = new Set<Language>();

export const arePagesLoaded = (language: Language): boolean => loaded.has(language);

/** Throws `NoResponse` without a connection. */
export async function loadPages(language: Language): Promise<void> {
  // The router's own list of all routes and their files, which every page loads.
  const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, Route> } })
    .__reactRouterManifest;
  const modules = new Set<string>();
  const files = new Set<string>();
  for (const { id } of Object.values(routes)) {
    if (!id.startsWith(`${language}/`)) continue;
    for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
      modules.add(route.module);
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    }
  }
  // Fetched before they are imported: browsers may remember a failed import, but not a failed fetch.
  await Promise.all([...files].map((file) => callServer(file)));
  await Promise.all([...modules].map((module) => import(/* @vite-ignore */ module)));
  loaded.add(language);
}
