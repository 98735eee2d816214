/** The rules of the house as functions: each takes source files and answers with the breaches it found. */
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/**
 * `values` and `types` name parts of the house, `part/*` all parts below one, or a single file.
 * `packages` is a list, or every package there is.
 */
export type Permission = { values: string[]; types?: string[]; packages: string[] | 'any' };
export type ImportTable = Record<string, Permission>;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isIn = (path: string, part: string) => path === `src/${part}.ts` || path.startsWith(`src/${part}/`);
const isBuiltin = (name: string) => /^(node|bun):|^bun$/.test(name);

/** The most particular part that a file belongs to: `server/api` before `server`. */
function findPart(table: ImportTable, path: string): string | undefined {
  return Object.keys(table)
    .filter((part) => isIn(path, part))
    .sort((a, b) => b.length - a.length)[0];
}

function mayImport(table: ImportTable, part: string, to: string, typeOnly: boolean): boolean {
  const permission = table[part];
  if (!permission) return false;
  const { values, types = [], packages } = permission;
  if (!to.startsWith('src/')) {
    if (packages !== 'any') return packages.includes(to);
    return !isBuiltin(to) || !part.startsWith('web');
  }
  const target = findPart(table, to);
  const allowed = typeOnly ? [...values, ...types] : values;
  return [part, ...allowed].some(
    (name) =>
      name === target ||
      to === `src/${name}.ts` ||
      (name.endsWith('/*') && to.startsWith(`src/${name.slice(0, -1)}`)),
  );
}

export function findImportBreaches(table: ImportTable, files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports }) => {
      const part = findPart(table, path);
      if (!part) return [`${path} is in no part of the house`];
      return imports
        .filter(({ to, typeOnly }) => !mayImport(table, part, to, typeOnly))
        .map(({ to, typeOnly }) => `${path} imports ${to}${typeOnly ? ' (type)' : ''}`);
    });
}

/** Each circle of value imports once, as the way around it. */
export function findCycles(files: SourceFile[]): string[] {
  const targets = new Map(
    files.map(({ path, imports }) => [path, imports.filter((i) => !i.typeOnly).map((i) => i.to)]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (trail.includes(path) || done.has(path)) return;
    for (const to of targets.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return cycles;
}

export function findBadNames(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const name = posix.basename(path).replace(/\.tsx?$/, '');
    if (path.endsWith('.tsx') && !path.startsWith('src/web/')) return [`${path}: .tsx belongs in src/web`];
    if (/^(utils?|helpers?|common|misc)$/.test(name.replace(/\.test$/, ''))) {
      return [`${path}: the name says nothing`];
    }
    if (name === 'index') return [`${path}: no barrel files`];
    if (!/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name)) return [`${path}: files are named in kebab-case`];
    return [];
  });
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

/** Files that contain `pattern` outside of comments, other than the one that is there for it. */
export function findOutsiders(files: SourceFile[], pattern: RegExp, owner: string): string[] {
  return files
    .filter(({ path }) => !isTest(path) && path !== owner && !path.startsWith('src/web/'))
    .filter(({ text }) => pattern.test(withoutComments(text)))
    .map(({ path }) => path);
}

/** Files of the page that send requests by themselves, other than the one that is there for it. */
export const findSenders = (files: SourceFile[], owner: string): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/web/') && !isTest(path) && path !== owner)
    .filter(({ text }) => SENDS_REQUESTS.test(withoutComments(text)))
    .map(({ path }) => path);

const SENDS_REQUESTS =
  /(?<![.\w])fetch\(|\b(?:window|globalThis|self)\.fetch\b|\bXMLHttpRequest\b|\bsendBeacon\b/;

export const READS_TIME = /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/;
export const READS_ENVIRONMENT = /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/;
export const MAKES_FOLDERS = /\bmkdir(Sync|p)?\(/;
