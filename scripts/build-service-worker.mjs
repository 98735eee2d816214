/** Builds the service worker, with the list of the files that public pages use. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bun, inProject } from './project.mjs';
import { CommandFailed, run } from './run.mjs';

const ASSETS = 'build/client/assets';

/**
 * React Router's own list of all routes and their files.
 * @typedef {{ id: string, module: string, imports?: string[], css?: string[] }} Route
 * @returns {{ url: string, entry: Omit<Route, 'id'>, routes: Record<string, Route> }}
 */
function readManifest() {
  const name = readdirSync(inProject(ASSETS)).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new CommandFailed('The build has no list of its routes.');
  const script = readFileSync(inProject(ASSETS, name), 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
}

/**
 * The files that a script loads when they are needed: a page of a former version finds them no longer on the server.
 * @param {string} script
 */
const listImportedLater = (script) =>
  [
    ...readFileSync(inProject('build/client', script), 'utf8').matchAll(
      /\bimport\([`"']\.\/([^`"']+)[`"']\)/g,
    ),
  ].map(([, file]) => `/assets/${file}`);

/** Without the panel. */
function listPublicFiles() {
  const { url, entry, routes } = readManifest();
  const publicRoutes = Object.values(routes).filter(({ id }) => !id.startsWith('admin/'));
  const scripts = [entry, ...publicRoutes].flatMap(({ module, imports = [] }) => [module, ...imports]);
  const namedInPages = readdirSync(inProject(ASSETS)).filter((file) =>
    /\.woff2$|^public-.*\.css$/.test(file),
  );
  return [
    ...new Set([
      url,
      ...scripts,
      ...scripts.flatMap(listImportedLater),
      ...[entry, ...publicRoutes].flatMap(({ css = [] }) => css),
      ...namedInPages.map((file) => `/assets/${file}`),
    ]),
  ].sort();
}

export async function buildServiceWorker() {
  const defined = {
    BUILT_FILES: listPublicFiles(),
    'process.env.NODE_ENV': 'production',
  };
  const source = inProject('src/web/service-worker/service-worker.ts');
  const { code, output } = await run(
    bun,
    [
      'build',
      source,
      '--minify',
      '--target=browser',
      `--outfile=${inProject('build/client', basename(source, '.ts'))}.js`,
      ...Object.entries(defined).map(([name, value]) => `--define=${name}=${JSON.stringify(value)}`),
    ],
    { stdio: 'capture' },
  );
  if (code !== 0) throw new CommandFailed(output);
}
