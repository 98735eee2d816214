/** The counts that `npm test` ends with: nothing that went wrong may be missing from them. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclude, runSuite, type Tally, tallyJunit } from '../../scripts/suites.mjs';

const folder = mkdtempSync(join(tmpdir(), 'swarna-tally-'));
const said = spyOn(console, 'log');
beforeAll(() => void said.mockImplementation(() => {}));
afterAll(() => {
  said.mockRestore();
  rmSync(folder, { recursive: true });
});

const FILES = {
  'good.test.ts': "test('passes', () => {}); test.skip('is left out', () => {});",
  'bad.test.ts': "test('passes', () => {}); test('fails', () => { throw new Error(); });",
  'broken.test.ts': "import './nowhere.ts'; test('is never reached', () => {});",
  'empty.test.ts': 'export {};',
};

/** The report of Bun's own runner over files written for the purpose. */
function runTests(names: (keyof typeof FILES)[]): Tally {
  for (const name of names)
    writeFileSync(join(folder, name), `import { test } from 'bun:test'; ${FILES[name]}`);
  const report = ['--reporter=junit', '--reporter-outfile=report.xml'];
  Bun.spawnSync([process.execPath, 'test', ...report, ...names.map((name) => `./${name}`)], { cwd: folder });
  return tallyJunit(readFileSync(join(folder, 'report.xml'), 'utf8'), names);
}

test('passed, failed and skipped tests are counted', () => {
  expect(runTests(['good.test.ts', 'bad.test.ts'])).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test('a file that cannot be loaded counts as failed, beside other failures', () => {
  expect(runTests(['bad.test.ts', 'broken.test.ts'])).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test('a file without a test counts as failed', () => {
  expect(runTests(['good.test.ts', 'empty.test.ts'])).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('a report that was never written counts every file as failed', () => {
  expect(tallyJunit('', ['a.test.ts', 'b.test.ts'])).toEqual({ passed: 0, failed: 2, skipped: 0 });
});

test('a suite that breaks down counts as one failure', async () => {
  const suite = { name: 'broken', run: () => Promise.reject(new Error('on purpose')) };
  expect(await runSuite(suite)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('only a run without failures ends well, and the sum is its last line', () => {
  expect(conclude([{ passed: 3, failed: 0, skipped: 1 }])).toBe(0);
  expect(said).toHaveBeenLastCalledWith('3 passed, 0 failed, 1 skipped');
  const tallies = [
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 1, failed: 1, skipped: 0 },
  ];
  expect(conclude(tallies)).toBe(1);
  expect(said).toHaveBeenLastCalledWith('4 passed, 1 failed');
});
