/** Builds the pages if their sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildServiceWorker } from './build-service-worker.mjs';
import { bun, inProject, reactRouter } from './project.mjs';
import { runStep } from './run.mjs';

/** Without src/server: pages import only its types (docs/architecture.md). */
const SOURCES = [
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

function hashSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((path) => listFiles(inProject(path)))) {
    hash.update(file.slice(inProject().length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Writes compressed copies beside each file, so that the server never compresses them. */
function compressFiles() {
  for (const file of listFiles(inProject('build/client'))) {
    if (!/\.(js|css|svg|json|webmanifest|txt|xml)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** @param {import('./progress.mjs').Progress} [progress] */
export async function ensureBuilt(progress) {
  const hash = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  // An interrupted build must not look like a finished one.
  rmSync(STAMP, { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  await runStep('Building pages', bun, ['--bun', reactRouter, 'build'], {
    env,
    ...(progress && { progress }),
  });
  await buildServiceWorker();
  compressFiles();
  writeFileSync(STAMP, hash);
}
