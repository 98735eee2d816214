/** Reads the reports of the test runners: counts of passed, failed and skipped tests, durations and failures. */
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ file: string, name: string, seconds: number }} TestTime */
/** @typedef {{ tally: Tally, times: TestTime[], failures: string[] }} Outcome */

/**
 * @typedef {object} PlaywrightTest
 * @property {string} status
 * @property {{ duration: number, error?: { message?: string } }[]} results
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: PlaywrightTest[] }[]} specs
 */

const SLOWEST = 10;
const LINES_OF_A_FAILURE = 15;
/** @type {Record<string, string>} */
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n' };

/** @param {string} text */
const unescapeXml = (text) => text.replace(/&(lt|gt|quot|apos|amp|#10);/g, (_, name) => ENTITIES[name] ?? '');

/**
 * @param {string} file
 * @param {string} name
 * @param {string} message
 */
const describeFailure = (file, name, message) =>
  [
    `${file}: ${name}`,
    ...stripVTControlCharacters(message).trim().split('\n').slice(0, LINES_OF_A_FAILURE),
  ].join('\n    ');

/**
 * Reads a JUnit report. It has no entry for a file that could not be loaded, so each file without an entry counts
 * as a failure.
 * @param {string} report
 * @param {string[]} files
 * @returns {Outcome}
 */
export function readJunit(report, files) {
  const [, head = ''] = /<testsuites ([^>]*)>/.exec(report) ?? [];
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const missing = files.filter((file) => !report.includes(` file="${file}"`));
  const skipped = count('skipped');
  const failed = count('failures');
  const cases = report.matchAll(
    /<testcase name="([^"]*)"[^>]* time="([^"]*)" file="([^"]*)"[^>]*>(?:\s*<failure[^>]*>([^<]*))?/g,
  );
  const tests = [...cases].map(([, name = '', seconds, file = '', failure]) => ({
    file,
    name: unescapeXml(name),
    seconds: Number(seconds),
    failure,
  }));
  return {
    tally: { passed: count('tests') - failed - skipped, failed: failed + missing.length, skipped },
    times: tests,
    failures: [
      ...missing.map((file) => `${file}: no test of this file was run`),
      ...tests.flatMap(({ file, name, failure }) =>
        failure === undefined ? [] : [describeFailure(file, name, unescapeXml(failure))],
      ),
    ],
  };
}

/**
 * Reads the JSON report of Playwright. A test that passed only on a retry counts as failed.
 * @param {string} report
 * @param {string} folder that the paths in the report are relative to
 * @returns {Outcome}
 */
export function readPlaywright(report, folder) {
  const { stats, suites = [] } = JSON.parse(report || '{}');
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {};
  const tests = suites.flatMap((/** @type {PlaywrightSuite} */ suite) => testsOfSuite(suite, folder));
  return {
    tally: { passed: expected, failed: unexpected + flaky, skipped },
    times: tests,
    failures: tests.flatMap((/** @type {TestTime & { failure?: string }} */ { file, name, failure }) =>
      failure === undefined ? [] : [describeFailure(file, name, failure)],
    ),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} folder
 * @returns {(TestTime & { failure?: string })[]}
 */
const testsOfSuite = ({ file, specs, suites = [] }, folder) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `${folder}/${file}`,
      name: title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
      ...(['unexpected', 'flaky'].includes(status) && {
        failure: results.find(({ error }) => error)?.error?.message ?? 'The test passed, but should fail.',
      }),
    })),
  ),
  ...suites.flatMap((suite) => testsOfSuite(suite, folder)),
];

/**
 * Adds a failure if the runner exited with an error but reported none, or if it ran no test.
 * @param {Outcome} outcome
 * @param {number} code
 * @returns {Outcome}
 */
export function countExit({ tally, times, failures }, code) {
  const hasRun = tally.passed + tally.failed > 0;
  if (hasRun && (code === 0 || tally.failed > 0)) return { tally, times, failures };
  return {
    tally: { ...tally, failed: tally.failed + 1 },
    times,
    failures: [...failures, hasRun ? `The test runner exited with code ${code}.` : 'No test was run.'],
  };
}

/** @param {Tally} tally */
export const formatTally = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** @param {TestTime[]} times */
export function formatSlowest(times) {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.map(({ file, name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
}

/**
 * Prints the slowest tests, the failures and, as the last line, the total. Returns the exit code.
 * @param {Outcome[]} outcomes
 */
export function printTotal(outcomes) {
  /** @param {keyof Tally} key */
  const sum = (key) => outcomes.reduce((total, { tally }) => total + tally[key], 0);
  const slowest = formatSlowest(outcomes.flatMap(({ times }) => times));
  if (slowest.length > 0) console.log(`Slowest tests:\n${slowest.join('\n')}\n`);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) console.log(`Failures:\n${failures.map((text) => `  ${text}`).join('\n')}\n`);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(formatTally(total));
  return total.failed === 0 ? 0 : 1;
}
