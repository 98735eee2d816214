/**
 * Loads the code of pages before it is needed. The router reloads the document when the code of a page cannot be
 * loaded; without a connection that would end in the browser's own error page.
 */
import { matchPath } from 'react-router';
import type { Language } from '../i18n/language.ts';
import { callServer } from './call-api.ts';

interface Route {
  id: string;
  parentId?: string;
  path?: string;
  /** False for routes that are not pages, such as feeds. */
  hasDefaultExport: boolean;
  module: string;
  imports?: string[];
}

type Routes = Record<string, Route>;

/** The router's own list of all routes and their files, which every page loads. */
const allRoutes = (): Routes =>
  (window as unknown as { __reactRouterManifest: { routes: Routes } }).__reactRouterManifest.routes;

const loadedModules = new Set<string>();

/** The route with the layouts around it. */
function lineageOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...lineageOf(parent, routes), route] : [route];
}

const patternOf = (lineage: Route[]): string =>
  `/${lineage.flatMap(({ path }) => (path ? [path] : [])).join('/')}`;

/** Every route that may match the path. The router selects one of them. */
function modulesFor(pathname: string): Route[] {
  const routes = allRoutes();
  return Object.values(routes)
    .flatMap((route) => (route.hasDefaultExport ? [lineageOf(route, routes)] : []))
    .filter((lineage) => matchPath(patternOf(lineage), pathname))
    .flat();
}

function modulesIn(language: Language): Route[] {
  const routes = allRoutes();
  return Object.values(routes).flatMap((route) =>
    route.hasDefaultExport && route.id.startsWith(`${language}/`) ? lineageOf(route, routes) : [],
  );
}

/** Fetched before it is imported: browsers may remember a failed import, but not a failed fetch. */
async function loadModule({ module, imports = [] }: Route): Promise<void> {
  if (loadedModules.has(module)) return;
  await Promise.all([module, ...imports].map((file) => callServer(file)));
  await import(/* @vite-ignore */ module);
  loadedModules.add(module);
}

export const isPageLoaded = (pathname: string): boolean =>
  modulesFor(pathname).every(({ module }) => loadedModules.has(module));

/** Throws `NoResponse` if the server cannot be reached. */
export async function loadPage(pathname: string): Promise<void> {
  await Promise.all(modulesFor(pathname).map(loadModule));
}

/** One after the other, so that they do not delay anything else. */
export async function loadAllPages(language: Language): Promise<void> {
  for (const route of modulesIn(language)) await loadModule(route);
}
