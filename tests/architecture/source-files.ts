/** The source as the architecture tests see it: every file of a folder with what it imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export type Import = { to: string; typeOnly: boolean };
export type SourceFile = { path: string; text: string; imports: Import[] };

/** `import … from`, `export … from`, `import '…'`; the first group tells types from values. */
const STATIC = /(?:^|;)\s*(?:import|export)\b(\s+type\b)?(?:[^'"`;()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.[A-Z])?/g;

const transpiler = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };

/** What is imported, files of the project by their path, packages by their name as it is written. */
export function readImports(path: string, text: string): Import[] {
  const resolve = (name: string) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name);
  const imports = [
    ...[...text.matchAll(STATIC)].map(([, type, name = '']) => ({ to: resolve(name), typeOnly: !!type })),
    // `import('x').Thing` names a type; `await import('x')` and `import('x').then` bring a value.
    ...[...text.matchAll(DYNAMIC)].map(([, name = '', type]) => ({ to: resolve(name), typeOnly: !!type })),
  ];
  for (const { path: name } of transpiler[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(text)) {
    if (/^react(\/jsx-.*)?$/.test(name)) continue; // what JSX stands for; nobody wrote it
    if (!imports.some(({ to, typeOnly }) => to === resolve(name) && !typeOnly)) {
      throw new Error(`${path}: the import of ${name} was overlooked`);
    }
  }
  return imports;
}

export function readSourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .map(({ path, text }) => ({ path, text, imports: readImports(path, text) }));
}
