/** `npm test`: its parts, and the counts in its last line, which include every kind of failure. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.mjs';
import { runSuite } from '../../scripts/suites.mjs';
import {
  countExit,
  type Outcome,
  printTotal,
  readJunit,
  readPlaywright,
} from '../../scripts/test-reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'swarna-tally-'));
const log = spyOn(console, 'log');
beforeAll(() => void log.mockImplementation(() => {}));
afterAll(() => {
  log.mockRestore();
  rmSync(folder, { recursive: true });
});

const outcomeOf = (passed: number, failed: number, skipped = 0): Outcome => ({
  tally: { passed, failed, skipped },
  times: [],
  failures: [],
});

const FILES = {
  'good.test.ts': "test('passes', () => {}); test.skip('is skipped', () => {});",
  'bad.test.ts': "test('passes', () => {}); test('fails', () => { throw new Error('on <purpose>'); });",
  'broken.test.ts': "import './nowhere.ts'; test('is not loaded', () => {});",
  'empty.test.ts': 'export {};',
};

/** Runs Bun's test runner on the given files and reads its report. */
function runTests(names: (keyof typeof FILES)[]): Outcome {
  for (const name of names)
    writeFileSync(join(folder, name), `import { test } from 'bun:test'; ${FILES[name]}`);
  const report = ['--reporter=junit', '--reporter-outfile=report.xml'];
  Bun.spawnSync([process.execPath, 'test', ...report, ...names.map((name) => `./${name}`)], { cwd: folder });
  return readJunit(readFileSync(join(folder, 'report.xml'), 'utf8'), names);
}

test('counts passed, failed and skipped tests', () => {
  expect(runTests(['good.test.ts', 'bad.test.ts']).tally).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('counts a file that cannot be loaded as failed, in addition to other failures', () => {
  expect(runTests(['bad.test.ts', 'broken.test.ts']).tally).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test('counts a file without a test as failed', () => {
  expect(runTests(['good.test.ts', 'empty.test.ts']).tally).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('counts every file as failed if there is no report', () => {
  expect(readJunit('', ['a.test.ts', 'b.test.ts']).tally).toEqual({ passed: 0, failed: 2, skipped: 0 });
});

test('counts a browser test that passed only on a retry as failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2, skipped: 1 };
  const { tally } = readPlaywright(JSON.stringify({ stats, suites: [] }), 'tests/e2e');
  expect(tally).toEqual({ passed: 3, failed: 3, skipped: 1 });
  expect(readPlaywright('', 'tests/e2e').tally).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('counts a failure if the runner exits with an error or runs no test', () => {
  const exit = (passed: number, failed: number, code: number) => {
    const { tally, failures } = countExit(outcomeOf(passed, failed), code);
    return { failed: tally.failed, failures };
  };
  expect(exit(0, 0, 0)).toEqual({ failed: 1, failures: ['No test was run.'] });
  expect(exit(5, 0, 1)).toEqual({ failed: 1, failures: ['The test runner exited with code 1.'] });
  expect(exit(5, 2, 1)).toEqual({ failed: 2, failures: [] });
  expect(exit(5, 0, 0)).toEqual({ failed: 0, failures: [] });
});

test('counts a suite that throws as one failure', async () => {
  const suite = { name: 'broken', run: () => Promise.reject(new Error('on purpose')) };
  expect((await runSuite(suite)).tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('returns exit code 0 only without failures, and prints the total as the last line', () => {
  expect(printTotal([outcomeOf(3, 0, 1)])).toBe(0);
  expect(log).toHaveBeenLastCalledWith('3 passed, 0 failed, 1 skipped');
  expect(printTotal([outcomeOf(3, 0), outcomeOf(1, 1)])).toBe(1);
  expect(log).toHaveBeenLastCalledWith('4 passed, 1 failed');
});

test('prints the ten slowest tests of all suites before the total', () => {
  const cases = Array.from(
    { length: 12 },
    (_, index) =>
      `<testcase name="a &lt; ${index}" classname="" time="${index}.25" file="a.test.ts" line="1" />`,
  );
  const results = [{ duration: 5_000 }, { duration: 2_500 }];
  const spec = { title: 'opens', tests: [{ status: 'expected', results }] };
  const suites = [{ file: 'b.spec.ts', specs: [], suites: [{ file: 'b.spec.ts', specs: [spec] }] }];
  log.mockClear();
  printTotal([
    { ...outcomeOf(1, 0), times: readJunit(`<testsuites>${cases.join('')}`, []).times },
    { ...outcomeOf(1, 0), times: readPlaywright(JSON.stringify({ suites }), 'tests/e2e').times },
  ]);
  const [title, ...slowest] = String(log.mock.calls[0]?.[0]).trim().split('\n');
  expect(title).toBe('Slowest tests:');
  expect(slowest).toHaveLength(10);
  expect(slowest[0]?.trim()).toBe('11.3 s  a.test.ts: a < 11');
  expect(slowest[4]?.trim()).toBe('7.5 s  tests/e2e/b.spec.ts: opens');
  expect(log).toHaveBeenLastCalledWith('2 passed, 0 failed');
});

test('prints each failure with its message before the total', () => {
  const error = { message: `\u001b[31mnot visible\u001b[39m${'\nline'.repeat(20)}` };
  const spec = { title: 'opens', tests: [{ status: 'unexpected', results: [{ duration: 1, error }] }] };
  const report = { stats: { unexpected: 1 }, suites: [{ file: 'b.spec.ts', specs: [spec] }] };
  log.mockClear();
  printTotal([
    runTests(['good.test.ts', 'bad.test.ts', 'broken.test.ts']),
    readPlaywright(JSON.stringify(report), 'tests/e2e'),
  ]);
  const [title, ...failures] = String(log.mock.calls[1]?.[0]).trim().split('\n');
  expect(title).toBe('Failures:');
  expect(failures[0]).toBe('  broken.test.ts: no test of this file was run');
  expect(failures[1]).toBe('  bad.test.ts: fails');
  expect(failures[2]).toBe('    Error: on <purpose>');
  const opens = failures.indexOf('  tests/e2e/b.spec.ts: opens');
  expect(failures[opens + 1]).toBe('    not visible');
  expect(failures.slice(opens + 1)).toHaveLength(15);
  expect(log).toHaveBeenLastCalledWith('2 passed, 3 failed, 1 skipped');
});

describe('npm test', () => {
  const npmTest = (...args: string[]) => {
    const command = ['node', inProject('scripts/test.mjs'), ...args];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command);
    return { exitCode, stdout: stdout.toString().trim(), stderr: stderr.toString().trim() };
  };

  test('runs the test files of one part that have the pattern in their path', () => {
    const { exitCode, stdout } = npmTest('unit', 'core/digits');
    expect(stdout).toMatch(/\nunit: \d+ passed, 0 failed /);
    expect(stdout).toContain('src/core/digits.test.ts: ');
    expect(stdout).toMatch(/\n\d+ passed, 0 failed$/);
    expect(exitCode).toBe(0);
  });

  test('prints one line for a part that does not exist', () => {
    const { exitCode, stdout, stderr } = npmTest('units');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('There is no part "units" of the tests. There are: unit, integration, browser.');
  });

  test('fails if no test file has the pattern in its path', () => {
    const { exitCode, stdout } = npmTest('integration', 'no-such-file');
    expect(stdout).toContain('No test file of integration has "no-such-file" in its path.');
    expect(stdout).toMatch(/\n0 passed, 1 failed$/);
    expect(exitCode).toBe(1);
  });
});
