/** The systemd unit of deploy/ is valid, restricts a node, and starts files that exist. */
import { afterAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/debian.mjs';
import { inProject, root } from '../../scripts/project.mjs';

const INSTALLED_AT = '/opt/swarna-chakra/current';
/** On systemd's scale from 0 to 10, times ten. A service without any restriction has 9.6. */
const MOST_EXPOSURE = 20;

const unit = readFileSync(inProject('deploy/swarna-chakra@.service'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'swarna-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

/** systemd checks that the program exists, so the unit is written with the paths of this checkout. */
function writeUnit(): string {
  const file = join(folder, 'swarna-chakra@3001.service');
  writeFileSync(file, unit.replaceAll(`${INSTALLED_AT}/`, root).replaceAll(INSTALLED_AT, root));
  return file;
}

describe.skipIf(!findProgram('systemd-analyze'))('systemd', () => {
  test('finds no problems in the unit', () => {
    const { stderr } = analyze('verify', '--man=no', writeUnit());
    // It also reports problems of other units on the machine.
    expect(stderr.split('\n').filter((line) => line.includes('swarna-chakra'))).toEqual([]);
  });

  test('rates the exposure of the node as low', () => {
    const { status, stdout } = analyze(
      'security',
      '--offline=true',
      `--threshold=${MOST_EXPOSURE}`,
      writeUnit(),
    );
    expect([status, stdout.split('\n').at(-2)]).toEqual([
      0,
      expect.stringContaining('Overall exposure level'),
    ]);
  });
});

test('a node can have its own settings, which override the shared ones', () => {
  const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
  // The dash makes the file optional; later files override earlier ones.
  expect(files).toEqual(['/etc/swarna-chakra/settings.env', '-/etc/swarna-chakra/%i.env']);
});

test('the unit starts files that exist', () => {
  const [, program = '', script = ''] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
  expect(program.startsWith(INSTALLED_AT)).toBe(true);
  expect(existsSync(join(root, program.slice(INSTALLED_AT.length)))).toBe(true);
  expect(existsSync(inProject(script))).toBe(true);
});
