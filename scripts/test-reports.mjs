/** Reads the reports of the test runners: counts of passed, failed and skipped tests, and their durations. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ file: string, name: string, seconds: number }} TestTime */
/** @typedef {{ tally: Tally, times: TestTime[] }} Outcome */

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: { results: { duration: number }[] }[] }[]} specs
 */

const SLOWEST = 10;
/** @type {Record<string, string>} */
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** @param {string} text */
const unescapeXml = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name] ?? '');

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
  if (report === '') console.log('The test runner wrote no report.');
  else for (const file of missing) console.log(`${file}: no test of this file was run`);
  const skipped = count('skipped');
  const failed = count('failures');
  const cases = report.matchAll(/<testcase name="([^"]*)"[^>]* time="([^"]*)" file="([^"]*)"/g);
  return {
    tally: { passed: count('tests') - failed - skipped, failed: failed + missing.length, skipped },
    times: [...cases].map(([, name = '', seconds, file = '']) => ({
      file,
      name: unescapeXml(name),
      seconds: Number(seconds),
    })),
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
  return {
    tally: { passed: expected, failed: unexpected + flaky, skipped },
    times: suites.flatMap((/** @type {PlaywrightSuite} */ suite) => timesOfSuite(suite, folder)),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} folder
 * @returns {TestTime[]}
 */
const timesOfSuite = ({ file, specs, suites = [] }, folder) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      file: `${folder}/${file}`,
      name: title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
  ),
  ...suites.flatMap((suite) => timesOfSuite(suite, folder)),
];

/**
 * Adds a failure if the runner exited with an error but reported none, or if it ran no test.
 * @param {Tally} tally
 * @param {number} code
 * @returns {Tally}
 */
export const countExit = (tally, code) =>
  (code !== 0 && tally.failed === 0) || tally.passed + tally.failed === 0
    ? { ...tally, failed: tally.failed + 1 }
    : tally;

/** @param {Tally} tally */
export const formatTally = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** @param {TestTime[]} times */
export function formatSlowest(times) {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.map(({ file, name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
}

/**
 * Prints the slowest tests and, as the last line, the total. Returns the exit code.
 * @param {Outcome[]} outcomes
 */
export function printTotal(outcomes) {
  /** @param {keyof Tally} key */
  const sum = (key) => outcomes.reduce((total, { tally }) => total + tally[key], 0);
  const slowest = formatSlowest(outcomes.flatMap(({ times }) => times));
  if (slowest.length > 0) console.log(`Slowest tests:\n${slowest.join('\n')}\n`);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(formatTally(total));
  return total.failed === 0 ? 0 : 1;
}
