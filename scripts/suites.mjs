/** The test suites: how each is run, and what it counts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureNginx } from './nginx.mjs';
import { ensurePgBouncer } from './pgbouncer.mjs';
import { startPostgres } from './postgres.mjs';
import { bun, inProject, reactRouter } from './project.mjs';
import { CommandFailed, run, seconds } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ name: string, run: () => Promise<Tally> }} Suite */

/** @param {boolean} passed */
const tallyOne = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

/**
 * Runs checkers one after the other, showing only the output of those that complain.
 * @param {[program: string, args: string[]][]} checkers
 */
async function runCheckers(checkers) {
  let passed = true;
  for (const [program, args] of checkers) {
    const { code, output } = await run(program, args, { stdio: 'capture' });
    if (code === 0) continue;
    passed = false;
    console.log(output.trimEnd());
  }
  return tallyOne(passed);
}

/** @param {string} path */
const node = (path) => inProject('node_modules', path);

/** @type {Suite} */
export const types = {
  name: 'types',
  run: () =>
    runCheckers([
      [bun, ['--bun', reactRouter, 'typegen']],
      [process.execPath, [node('typescript/bin/tsc'), '-p', 'tsconfig.json']],
      [process.execPath, [node('typescript/bin/tsc'), '-p', 'tsconfig.core.json']],
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
      [process.execPath, [node('oxlint/bin/oxlint'), '--type-aware', 'src', 'tests', 'scripts']],
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

/** @param {string} path */
function readReport(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string[]} folders */
const listTestFiles = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name).split(sep).join('/')),
  );

/**
 * Reads the counts from a JUnit report. A file that could not even be loaded is missing there, so
 * each test file without an entry counts as a failure.
 * @param {string} report
 * @param {string[]} files
 * @returns {Tally}
 */
export function tallyJunit(report, files) {
  const [, head = ''] = /<testsuites ([^>]*)>/.exec(report) ?? [];
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const missing = files.filter((file) => !report.includes(` file="${file}"`));
  for (const file of missing) console.log(`${file}: no test of this file was run`);
  const skipped = count('skipped');
  const failed = count('failures');
  return { passed: count('tests') - failed - skipped, failed: failed + missing.length, skipped };
}

/**
 * A program that ends badly without having counted a failure is itself one.
 * @param {Tally} tally
 * @param {number} code
 */
const holdAgainst = (tally, code) =>
  (code !== 0 && tally.failed === 0) || tally.passed + tally.failed === 0
    ? { ...tally, failed: tally.failed + 1 }
    : tally;

/**
 * @param {string[]} folders
 * @param {import('./run.mjs').RunOptions} options
 * @returns {Promise<Tally>}
 */
const runBunTests = (folders, options) =>
  withReportFile(async (reportFile) => {
    const report = ['--reporter=junit', `--reporter-outfile=${reportFile}`];
    const paths = folders.map((folder) => `./${folder}`);
    const args = ['test', '--parallel=2', '--only-failures', '--timeout=30000', ...report, ...paths];
    const { code, output } = await run(bun, args, options);
    if (output) console.log(output.trim());
    return holdAgainst(tallyJunit(readReport(reportFile) ?? '', listTestFiles(folders)), code);
  });

/**
 * @param {string[]} folders
 * @returns {Suite}
 */
export const unitTests = (folders) => ({
  name: 'unit',
  run: () => runBunTests(folders, { stdio: 'capture' }),
});

const INTEGRATION_FOLDERS = ['server', 'faults', 'torture', 'architecture', 'commands'].map(
  (name) => `tests/${name}`,
);

/** @type {Suite} */
export const integration = {
  name: 'integration',
  run: async () => {
    await ensureBuilt();
    await ensurePgBouncer();
    await ensureNginx();
    const postgres = await startPostgres();
    const env = { ...process.env, TEST_POSTGRES_URL: postgres.url };
    try {
      return await runBunTests(INTEGRATION_FOLDERS, { env });
    } finally {
      await postgres.stop();
    }
  },
};

/** @type {Suite} */
export const browser = {
  name: 'browser',
  run: async () => {
    await ensureBuilt();
    const chromium = await ensureChromium();
    return await withReportFile(async (reportFile) => {
      const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
      const args = [node('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
      const { code } = await run(process.execPath, args, { env });
      const { stats } = JSON.parse(readReport(reportFile) ?? '{}');
      const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {};
      if (flaky > 0)
        console.log(`${flaky} of them passed only when they were tried again; they are listed above`);
      return holdAgainst({ passed: expected + flaky, failed: unexpected, skipped }, code);
    });
  },
};

/** @param {Tally} tally */
export const sayTally = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/**
 * Runs one suite; whatever goes wrong in it, the next ones still have their turn.
 * @param {Suite} suite
 * @returns {Promise<Tally>}
 */
export async function runSuite(suite) {
  const since = Date.now();
  const tally = await suite.run().catch((error) => {
    console.log(error instanceof CommandFailed ? error.message : error);
    return tallyOne(false);
  });
  console.log(`${suite.name}: ${sayTally(tally)} (${seconds(since)})\n`);
  return tally;
}

/**
 * The last line of a run, and its exit code.
 * @param {Tally[]} tallies
 */
export function conclude(tallies) {
  /** @param {keyof Tally} key */
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(sayTally(total));
  return total.failed === 0 ? 0 : 1;
}
