/** Finds a Chromium for the browser tests, and brings one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { inProject } from './project.mjs';
import { CommandFailed, runStep } from './run.mjs';

/** First the one without windows, which draws the same pages in half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const ADVICE = 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one, and run again.';

/** @param {string} name */
const findProgram = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

/** Asked for its version, because some systems ship a placeholder under the browser's name. */
const findSystemChromium = () =>
  NAMES.map(findProgram).find((path) => path && spawnSync(path, ['--version']).status === 0);

/** The one that Playwright downloads; it is asked where, because its folder differs by system. */
function findPlaywrightChromium() {
  const path = createRequire(inProject('package.json'))('@playwright/test').chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** @returns {string | undefined} */
export function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen && !existsSync(chosen)) throw new CommandFailed(`CHROMIUM_PATH: there is no file ${chosen}.`);
  return chosen || findSystemChromium() || findPlaywrightChromium();
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function tryInstalling(program, args) {
  try {
    await runStep('Installing Chromium for the browser tests', program, args);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(error.message);
  }
  return findChromium();
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return undefined;
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y';
  const command = `apt-get update && { ${install} chromium-headless-shell || ${install} chromium; }`;
  return await tryInstalling('sh', ['-c', command]);
}

const installFromPlaywright = () =>
  tryInstalling(process.execPath, [inProject('node_modules/@playwright/test/cli.js'), 'install', 'chromium']);

/** @returns {Promise<string>} */
export async function ensureChromium() {
  const path = findChromium() ?? (await installFromDebian()) ?? (await installFromPlaywright());
  if (!path) throw new CommandFailed(`No Chromium for the browser tests. ${ADVICE}`);
  return path;
}
