/** The test suites and how to run them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { inspect } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';
import { seconds } from './progress.mjs';
import { bun, inProject, reactRouter } from './project.mjs';
import { CommandFailed, run } from './run.mjs';
import { makeFastFolder } from './scratch-folders.mjs';
import { ensureTestPrograms } from './test-programs.mjs';
import { countExit, formatTally, readJunit, readPlaywright } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Outcome} Outcome */
/** @typedef {{ name: string, run: (pattern: string) => Promise<Outcome> }} Suite */

/**
 * The outcome of a suite without single tests.
 * @param {string[]} failures
 * @returns {Outcome}
 */
const outcomeOfOne = (failures) => ({
  tally: { passed: failures.length > 0 ? 0 : 1, failed: failures.length > 0 ? 1 : 0, skipped: 0 },
  times: [],
  failures,
});

/**
 * Runs checkers one after the other; the output of those that fail is the failure.
 * @param {[program: string, args: string[]][]} checkers
 */
async function runCheckers(checkers) {
  const failures = [];
  for (const [program, args] of checkers) {
    const { code, output } = await run(program, args, { stdio: 'capture' });
    if (code !== 0) failures.push(output.trimEnd());
  }
  return outcomeOfOne(failures);
}

/** @param {string} path */
const node = (path) => inProject('node_modules', path);

/**
 * Keeps what it has found for the next check, which then takes a quarter of the time. One thread: each further one
 * checks what all files have in common again, and the other suites use the cores.
 */
const TYPE_FLAGS = [
  '--incremental',
  '--tsBuildInfoFile',
  node('.cache/types.tsbuildinfo'),
  '--checkers',
  '1',
];

/** @type {Suite} */
export const types = {
  name: 'types',
  run: () =>
    runCheckers([
      [bun, ['--bun', reactRouter, 'typegen']],
      [process.execPath, [node('typescript/bin/tsc'), '-p', 'tsconfig.json', ...TYPE_FLAGS]],
      [process.execPath, [node('typescript/bin/tsc'), '-p', 'tsconfig.core.json']],
      [process.execPath, [node('typescript/bin/tsc'), '-p', 'tsconfig.service-worker.json']],
    ]),
};

/** @type {Suite} */
export const lint = {
  name: 'lint',
  run: () =>
    runCheckers([
      [process.execPath, [node('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
      [process.execPath, [node('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors']],
      [process.execPath, [node('knip/bin/knip.js'), '--no-progress', '--production', '--exports']],
      [process.execPath, [node('oxlint/bin/oxlint'), '--type-aware', 'src', 'tests', 'bench', 'scripts']],
      [bun, ['--bun', node('dependency-cruiser/bin/dependency-cruiser.mjs'), 'src']],
    ]),
};

/**
 * @template T
 * @param {(reportFile: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withReportFile(work) {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-report-'));
  try {
    return await work(join(folder, 'report'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs tests whose temporary files are removed with their folder.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withFastFolder(work) {
  const folder = makeFastFolder();
  try {
    return await work({ ...process.env, TMPDIR: folder.path });
  } finally {
    folder.remove();
  }
}

/** @param {string} path */
function readReport(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} suite
 * @param {string[]} folders
 * @param {string} pattern part of a file's path
 */
function listTestFiles(suite, folders, pattern) {
  const files = folders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name).split(sep).join('/')),
  );
  const chosen = files.filter((file) => file.includes(pattern));
  if (chosen.length === 0) throw new CommandFailed(`No test file of ${suite} has "${pattern}" in its path.`);
  return chosen;
}

/**
 * @param {string[]} files
 * @param {string[]} flags
 * @param {import('./run.mjs').RunOptions} options
 * @returns {Promise<Outcome>}
 */
const runBunTests = (files, flags, options) =>
  withReportFile(async (reportFile) => {
    const report = ['--reporter=junit', `--reporter-outfile=${reportFile}`];
    const paths = files.map((file) => `./${file}`);
    const args = ['test', ...flags, '--only-failures', '--timeout=30000', ...report, ...paths];
    const { code, output } = await run(bun, args, options);
    if (output) console.log(output.trim());
    return countExit(readJunit(readReport(reportFile), files), code);
  });

/**
 * @param {string[]} folders
 * @returns {Suite}
 */
export const unitTests = (folders) => ({
  name: 'unit',
  run: async (pattern) =>
    runBunTests(listTestFiles('unit', folders, pattern), ['--parallel=2'], { stdio: 'capture' }),
});

const INTEGRATION_FOLDERS = ['server', 'faults', 'torture', 'mutation', 'architecture', 'commands'].map(
  (name) => `tests/${name}`,
);

/**
 * Four workers for two cores, because tests also wait; each loads the server's modules once. Files that take long start
 * first, so that no worker is busy with one of them after the others have ended; `--update-timings` measures all files.
 */
const INTEGRATION_FLAGS = ['--parallel=4', '--no-isolate', `--timings=${inProject('tests/slow-files.json')}`];

/** @type {Suite} */
export const integration = {
  name: 'integration',
  run: async (pattern) => {
    const files = listTestFiles('integration', INTEGRATION_FOLDERS, pattern);
    await Promise.all([ensureBuilt(), ensureTestPrograms()]);
    return await withFastFolder(async (env) => {
      const postgres = await startPostgres(env);
      // Servers run in the workers, as `npm start` runs them.
      const settings = { NODE_ENV: 'production', TEST_POSTGRES_URL: postgres.url };
      try {
        return await runBunTests(files, INTEGRATION_FLAGS, { env: { ...env, ...settings } });
      } finally {
        await postgres.stop();
      }
    });
  },
};

const BROWSER_FOLDER = 'tests/e2e';

/** @type {Suite} */
export const browser = {
  name: 'browser',
  run: async (pattern) => {
    await ensureBuilt();
    const chromium = await ensureChromium();
    // Playwright takes regular expressions.
    const paths = pattern ? [pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')] : [];
    const args = [node('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...paths];
    return await withFastFolder((env) =>
      withReportFile(async (reportFile) => {
        const settings = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
        const { code } = await run(process.execPath, args, { env: { ...env, ...settings } });
        return countExit(readPlaywright(readReport(reportFile), BROWSER_FOLDER), code);
      }),
    );
  },
};

/**
 * Runs one suite; an error counts as a failure, so that the other suites still run.
 * @param {Suite} suite
 * @param {string} [pattern] part of the paths of the test files to run
 * @returns {Promise<Outcome>}
 */
export async function runSuite(suite, pattern = '') {
  const since = Date.now();
  const outcome = await suite
    .run(pattern)
    .catch((error) => outcomeOfOne([error instanceof CommandFailed ? error.message : inspect(error)]));
  console.log(`${suite.name}: ${formatTally(outcome.tally)} (${seconds(since)})\n`);
  return outcome;
}
