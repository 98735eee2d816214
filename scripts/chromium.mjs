/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findProgram, installFromDebian, tryStep } from './debian.mjs';
import { inProject } from './project.mjs';
import { CommandFailed } from './run.mjs';

/** The headless shell comes first: it renders the same pages in half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const ADVICE = 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one, and run again.';

/** Runs `--version`, because some systems install a placeholder with the name of the browser. */
const findSystemChromium = () =>
  NAMES.map(findProgram).find((path) => path && spawnSync(path, ['--version']).status === 0);

/** The one that Playwright downloads; its folder depends on the system. */
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

const STEP = 'Installing Chromium for the browser tests';

async function installWithDebian() {
  await installFromDebian(STEP, ['chromium-headless-shell', 'chromium']);
  return findChromium();
}

async function installWithPlaywright() {
  const cli = inProject('node_modules/@playwright/test/cli.js');
  await tryStep(STEP, process.execPath, [cli, 'install', 'chromium']);
  return findChromium();
}

/** @returns {Promise<string>} */
export async function ensureChromium() {
  const path = findChromium() ?? (await installWithDebian()) ?? (await installWithPlaywright());
  if (!path) throw new CommandFailed(`No Chromium for the browser tests. ${ADVICE}`);
  return path;
}
