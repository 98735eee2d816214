/** Runs `npm ci` if a package of the lockfile is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { bun, inProject } from './project.mjs';
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
 * @param {boolean} withDev
 */
function isInstalled(withDev) {
  const record = inProject('node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(bun)) return false;
  const installed = readLockedPackages(record);
  return Object.entries(readLockedPackages(inProject('package-lock.json'))).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' || optional || devOptional || (dev && !withDev) || installed[path]?.version === version,
  );
}

/** @param {{ withDev: boolean, progress?: import('./progress.mjs').Progress }} options */
export async function ensureInstalled({ withDev, progress }) {
  if (isInstalled(withDev)) return;
  const npm = process.env['npm_execpath'];
  const ci = ['ci', withDev ? '--include=dev' : '--omit=dev', '--no-progress'];
  const [program, args] = npm ? [process.execPath, [npm, ...ci]] : ['npm', ci];
  const first = !existsSync(inProject('node_modules'));
  await runStep(
    first ? 'Installing dependencies (first start only)' : 'Updating dependencies',
    program,
    args,
    progress && { progress },
  );
}
