/** src/core compiles without the types of the browser, Bun and Node. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const probe = mkdtempSync(join(tmpdir(), 'swarna-core-'));
afterAll(() => rmSync(probe, { recursive: true }));

function checkTypes(project: string): { passed: boolean; errors: string } {
  const { exitCode, stdout } = Bun.spawnSync(['node_modules/.bin/tsc', '-p', project]);
  return { passed: exitCode === 0, errors: stdout.toString() };
}

test('src/core compiles without the types of the browser and of Bun', () => {
  expect(checkTypes('tsconfig.core.json')).toEqual({ passed: true, errors: '' });
});

test.each(['document.title', 'Bun.version', 'process.pid', 'setTimeout(() => {}, 1)', 'console.log(1)'])(
  'the same compiler settings reject %s',
  (code) => {
    const project = join(probe, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ extends: resolve('tsconfig.core.json'), include: ['probe.ts'] }));
    writeFileSync(join(probe, 'probe.ts'), `${code};\n`);
    expect(checkTypes(project)).toEqual({ passed: false, errors: expect.stringContaining('TS2') });
  },
);
