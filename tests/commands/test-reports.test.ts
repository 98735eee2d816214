/** `npm test`: its parts, and the counts in its last line, which include every kind of failure. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.mjs';
import { runSuite } from '../../scripts/suites.mjs';
import { countExit, printTotal, readJunit, readPlaywright, type Tally } from '../../scripts/test-reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'swarna-tally-'));
const log = spyOn(console, 'log');
beforeAll(() => void log.mockImplementation(() => {}));
afterAll(() => {
  log.mockRestore();
  rmSync(folder, { recursive: true });
});

const FILES = {
  'good.test.ts': "test('passes', () => {}); test.skip('is skipped', () => {});",
  'bad.test.ts': "test('passes', () => {}); test('fails', () => { throw new Error(); });",
  'broken.test.ts': "import './nowhere.ts'; test('is not loaded', () => {});",
  'empty.test.ts': 'export {};',
};

/** Runs Bun's test runner on the given files and reads its report. */
function runTests(names: (keyof typeof FILES)[]): Tally {
  for (const name of names)
    writeFileSync(join(folder, name), `import { test } from 'bun:test'; ${FILES[name]}`);
  const report = ['--reporter=junit', '--reporter-outfile=report.xml'];
  Bun.spawnSync([process.execPath, 'test', ...report, ...names.map((name) => `./${name}`)], { cwd: folder });
  return readJunit(readFileSync(join(folder, 'report.xml'), 'utf8'), names).tally;
}

test('counts passed, failed and skipped tests', () => {
  expect(runTests(['good.test.ts', 'bad.test.ts'])).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('counts a file that cannot be loaded as failed, in addition to other failures', () => {
  expect(runTests(['bad.test.ts', 'broken.test.ts'])).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test('counts a file without a test as failed', () => {
  expect(runTests(['good.test.ts', 'empty.test.ts'])).toEqual({ passed: 1, failed: 1, skipped: 1 });
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
  const none = { passed: 0, failed: 0, skipped: 0 };
  expect(countExit(none, 0).failed).toBe(1);
  expect(countExit({ ...none, passed: 5 }, 1).failed).toBe(1);
  expect(countExit({ ...none, passed: 5, failed: 2 }, 1).failed).toBe(2);
  expect(countExit({ ...none, passed: 5 }, 0).failed).toBe(0);
});

test('counts a suite that throws as one failure', async () => {
  const suite = { name: 'broken', run: () => Promise.reject(new Error('on purpose')) };
  expect((await runSuite(suite)).tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('returns exit code 0 only without failures, and prints the total as the last line', () => {
  expect(printTotal([{ tally: { passed: 3, failed: 0, skipped: 1 }, times: [] }])).toBe(0);
  expect(log).toHaveBeenLastCalledWith('3 passed, 0 failed, 1 skipped');
  const outcomes = [
    { tally: { passed: 3, failed: 0, skipped: 0 }, times: [] },
    { tally: { passed: 1, failed: 1, skipped: 0 }, times: [] },
  ];
  expect(printTotal(outcomes)).toBe(1);
  expect(log).toHaveBeenLastCalledWith('4 passed, 1 failed');
});

test('prints the ten slowest tests of all suites before the total', () => {
  const cases = Array.from(
    { length: 12 },
    (_, index) =>
      `<testcase name="a &lt; ${index}" classname="" time="${index}.25" file="a.test.ts" line="1" />`,
  );
  const outcome = { tally: { passed: 1, failed: 0, skipped: 0 } };
  const results = [{ duration: 5_000 }, { duration: 2_500 }];
  const spec = { title: 'opens', tests: [{ results }] };
  const suites = [{ file: 'b.spec.ts', specs: [], suites: [{ file: 'b.spec.ts', specs: [spec] }] }];
  log.mockClear();
  printTotal([
    { ...outcome, times: readJunit(`<testsuites>${cases.join('')}`, []).times },
    { ...outcome, times: readPlaywright(JSON.stringify({ suites }), 'tests/e2e').times },
  ]);
  const [title, ...slowest] = String(log.mock.calls[0]?.[0]).trim().split('\n');
  expect(title).toBe('Slowest tests:');
  expect(slowest).toHaveLength(10);
  expect(slowest[0]?.trim()).toBe('11.3 s  a.test.ts: a < 11');
  expect(slowest[4]?.trim()).toBe('7.5 s  tests/e2e/b.spec.ts: opens');
  expect(log).toHaveBeenLastCalledWith('2 passed, 0 failed');
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
