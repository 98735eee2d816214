/** Builds the pages, and only when what they are made of has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bun, inProject, reactRouter } from './project.mjs';
import { runStep } from './run.mjs';

/** Pages know nothing of the server but its types (docs/architecture.md), so it is not among these. */
const INGREDIENTS = [
  'src/web',
  'src/core',
  'src/contract',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
const STAMP = inProject('build/stamp');

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && !/\.test\.tsx?$/.test(file))
    .sort();
}

function hashIngredients() {
  const hash = createHash('sha256');
  for (const file of INGREDIENTS.flatMap((path) => listFiles(inProject(path)))) {
    hash.update(file.slice(inProject().length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Beside each file its compressed forms, made once here and never while serving. */
function compressFiles() {
  for (const file of listFiles(inProject('build/client'))) {
    if (!/\.(js|css|svg|json|webmanifest|txt|xml)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

export async function ensureBuilt() {
  const wanted = hashIngredients();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  // A build that is cut off must not pass for a finished one.
  rmSync(STAMP, { force: true });
  await runStep('Building pages', bun, ['--bun', reactRouter, 'build'], {
    ...process.env,
    NODE_ENV: 'production',
  });
  compressFiles();
  writeFileSync(STAMP, wanted);
}
