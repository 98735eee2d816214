/** Finds programs on this machine, and installs Debian packages if we are root. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailed, runStep } from './run.mjs';

/** Servers are installed here; PATH often does not contain it. */
const SERVER_PROGRAMS = '/usr/sbin';

/** @param {string} name */
export const findProgram = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), SERVER_PROGRAMS]
    .map((folder) => join(folder, name))
    .find(existsSync);

/**
 * Installs the first of the packages that can be installed; does nothing if we are not root.
 * @param {string} step
 * @param {string[]} packages
 */
export async function installFromDebian(step, packages) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y';
  const attempts = packages.map((name) => `${install} ${name}`).join(' || ');
  await tryStep(step, 'sh', ['-c', `apt-get update && { ${attempts}; }`]);
}

/**
 * @param {string} step
 * @param {string} program
 * @param {string[]} args
 */
export async function tryStep(step, program, args) {
  try {
    await runStep(step, program, args);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(error.message);
  }
}
