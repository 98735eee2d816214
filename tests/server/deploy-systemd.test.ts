/** The unit of deploy/ is accepted by systemd, confines a node, and starts what is there. */
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

/** systemd looks whether the program exists, so this checkout is the installed one. */
function writeUnit(): string {
  const file = join(folder, 'swarna-chakra@3001.service');
  writeFileSync(file, unit.replaceAll(`${INSTALLED_AT}/`, root).replaceAll(INSTALLED_AT, root));
  return file;
}

describe.skipIf(!findProgram('systemd-analyze'))('systemd', () => {
  test('finds nothing wrong with the unit', () => {
    const { stderr } = analyze('verify', '--man=no', writeUnit());
    // It also complains about whatever else is installed on the machine.
    expect(stderr.split('\n').filter((line) => line.includes('swarna-chakra'))).toEqual([]);
  });

  test('counts the node among the well confined services', () => {
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

test('a node may have settings of its own, which count more than the shared ones', () => {
  const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
  // The dash lets the file be missing; of several files the last one counts.
  expect(files).toEqual(['/etc/swarna-chakra/settings.env', '-/etc/swarna-chakra/%i.env']);
});

test('the unit starts files that exist', () => {
  const [, program = '', script = ''] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
  expect(program.startsWith(INSTALLED_AT)).toBe(true);
  expect(existsSync(join(root, program.slice(INSTALLED_AT.length)))).toBe(true);
  expect(existsSync(inProject(script))).toBe(true);
});
