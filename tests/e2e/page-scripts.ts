/** The scripts of pages in the build: their names are only hashes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.mjs';

interface Manifest {
  routes: Record<string, { module: string }>;
}

const ASSETS = inProject('build/client/assets');

function readManifest(): Manifest {
  const name = readdirSync(ASSETS).find((file) => /^manifest-.*\.js$/.test(file));
  const text = readFileSync(join(ASSETS, name ?? ''), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** The path of the script of a route, by the id of the route. */
export function scriptOf(routeId: string): string {
  const module = readManifest().routes[routeId]?.module;
  if (!module) throw new Error(`there is no route ${routeId}`);
  return module;
}

/** Whether a request fetches the script of one of the routes. */
export function isScriptOf(...routeIds: string[]): (url: URL) => boolean {
  const scripts = new Set(routeIds.map(scriptOf));
  return (url) => scripts.has(url.pathname);
}

const readScripts = (): { name: string; text: string }[] =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(ASSETS, name), 'utf8') }));

/** The text of every script of the build. */
export const allScripts = (): string =>
  readScripts()
    .map(({ text }) => text)
    .join('');

/** The path of the only script that has this text. */
export function scriptWith(text: string): string {
  const [script, ...others] = readScripts().filter((each) => each.text.includes(text));
  if (!script || others.length > 0) throw new Error(`there must be one script with ${text}`);
  return `/assets/${script.name}`;
}
