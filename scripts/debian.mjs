/** Programs that Debian has: found on the machine, or installed where we may. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailed, runStep } from './run.mjs';

/** Where servers are installed; not everyone's PATH names it. */
const SERVER_PROGRAMS = '/usr/sbin';

/** @param {string} name */
export const findProgram = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), SERVER_PROGRAMS]
    .map((folder) => join(folder, name))
    .find(existsSync);

/**
 * Tries the packages in turn, the first that can be installed is enough; does nothing where we are not root.
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
