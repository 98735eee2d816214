/** Runs `npm ci` if a package of the lockfile is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bun, inProject, root } from './project.mjs';
import { runStep } from './run.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked */

/**
 * @param {string} path
 * @returns {Record<string, Locked>}
 */
const readLockedPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Compares the lockfile with the record that npm writes, so that a manual install counts as well.
 * Optional packages are skipped: most are for other platforms.
 * @param {string} folder
 * @param {boolean} withDev
 */
function isInstalled(folder, withDev) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readLockedPackages(record);
  return Object.entries(readLockedPackages(join(folder, 'package-lock.json'))).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' || optional || devOptional || (dev && !withDev) || installed[path]?.version === version,
  );
}

/**
 * @param {string} step
 * @param {string} folder
 * @param {boolean} withDev
 * @param {import('./progress.mjs').Progress} [progress]
 */
async function installPackages(step, folder, withDev, progress) {
  const npm = process.env['npm_execpath'];
  const ci = ['ci', withDev ? '--include=dev' : '--omit=dev', '--no-progress', `--prefix=${folder}`];
  const [program, args] = npm ? [process.execPath, [npm, ...ci]] : ['npm', ci];
  await runStep(step, program, args, progress && { progress });
}

/** @param {{ withDev: boolean, progress?: import('./progress.mjs').Progress }} options */
export async function ensureInstalled({ withDev, progress }) {
  if (isInstalled(root, withDev) && existsSync(bun)) return;
  const first = !existsSync(inProject('node_modules'));
  const step = first ? 'Installing dependencies (first start only)' : 'Updating dependencies';
  await installPackages(step, root, withDev, progress);
}

const LIGHTHOUSE = inProject('bench/lighthouse');

/** In a folder of its own, because it has a third of the files that `npm test` would install. */
export async function ensureLighthouse() {
  if (!isInstalled(LIGHTHOUSE, false)) await installPackages('Installing Lighthouse', LIGHTHOUSE, false);
}
