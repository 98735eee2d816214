/** Invalid calls, help and prompts of the operator's commands. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { bun, root } from '../../scripts/project.mjs';
import type { DatabaseKind } from '../../src/contract/health.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';

setDefaultTimeout(60_000);

const EMAIL = 'asha@example.org';
const PASSWORD = 'seven green parrots';

const made: Installation[] = [];
afterEach(async () => {
  for (const installation of made.splice(0)) await installation.remove();
});

async function newInstallation(kind: DatabaseKind): Promise<Installation> {
  const installation = await makeInstallation(kind);
  made.push(installation);
  return installation;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not become true');
    await Bun.sleep(50);
  }
}

test('create-admin works before the first start, and announces the new database', async () => {
  const { cli, location } = await newInstallation('sqlite');
  const args = ['create-admin', EMAIL, '--password-stdin'];
  const announcement = `A new database was made at ${location.kind === 'sqlite' ? location.file : ''}.`;
  expect((await cli(args, { input: PASSWORD })).stderr).toContain(announcement);
  const second = await cli(['create-admin', 'b@example.org', '--password-stdin'], { input: PASSWORD });
  expect(second).toMatchObject({ code: 0, stderr: '' });
});

describe('an invalid call', () => {
  test.each([
    [['nonsense'], 'There is no command "nonsense".'],
    [['restore'], 'FILE is missing.'],
    [['restore', 'a', 'b'], 'Too much was given'],
    [['backup', '--fast'], "Unknown option '--fast'"],
    [['create-admin', 'nobody', '--password-stdin'], 'Please enter a valid e-mail address.'],
    [['create-admin', EMAIL], 'pipe it in with --password-stdin'],
    [['create-admin', EMAIL, '--password-stdin'], 'Password must be at least 6 characters.'],
  ])('%j exits with 2, an error line and a hint', async (args, expected) => {
    const { cli, dataDir } = await newInstallation('sqlite');
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [first = '', second, ...more] = stderr.trimEnd().split('\n');
    expect(first).toContain(expected);
    expect(second).toBe('See npm run cli -- --help.');
    expect(more).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    [['backup'], {}, 'There is no database at'],
    [['export-csv'], {}, 'There is no database at'],
    [['export-csv', '--all'], {}, 'There is no database at'],
    [['import-csv', '-'], {}, 'There is no database at'],
    [['import-csv', '-', '--yes'], {}, 'There is no database at'],
    [['reset-password', EMAIL], {}, 'There is no database at'],
    [['reset-password', EMAIL, '--password-stdin'], {}, 'There is no database at'],
    [['restore', 'nothing.db'], {}, 'There is no file nothing.db.'],
    [['verify-backup', 'nothing.db'], {}, 'There is no file nothing.db.'],
    [['import-csv', 'nothing.csv'], {}, 'nothing.csv cannot be read'],
    [['backup'], { PORT: 'abc' }, 'PORT must be a number'],
  ])('%j with %j exits with 1 and one line', async (args, env, expected) => {
    const { cli, dataDir } = await newInstallation('sqlite');
    const { code, stdout, stderr } = await cli(args, { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(expected)]);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('help', () => {
  const NAMES = [
    'create-admin',
    'reset-password',
    'backup',
    'verify-backup',
    'restore',
    'import-csv',
    'export-csv',
  ];

  test('names every command', async () => {
    const { cli } = await newInstallation('sqlite');
    const { code, stdout } = await cli(['--help']);
    expect(code).toBe(0);
    for (const name of NAMES) expect(stdout).toContain(`  ${name} `);
    expect(await cli([])).toMatchObject({ code: 0, stdout });
  });

  test('of each command explains it and changes nothing', async () => {
    const { cli, dataDir } = await newInstallation('sqlite');
    const outputs = await Promise.all(NAMES.map((name) => cli([name, '--help'])));
    for (const [index, { code, stdout, stderr }] of outputs.entries()) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toStartWith(`Usage: npm run cli -- ${NAMES[index]}`);
    }
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

test('a password is prompted for twice, and not shown', async () => {
  const { env } = await newInstallation('sqlite');
  let shown = '';
  const command = Bun.spawn([bun, 'src/cli/main.ts', 'create-admin', EMAIL], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    terminal: {
      data(_terminal, data) {
        shown += new TextDecoder().decode(data);
      },
    },
  });
  await until(async () => shown.includes('Password: '));
  await Bun.sleep(300);
  command.terminal?.write(`${PASSWORD}\r`);
  await until(async () => shown.includes('again: '));
  await Bun.sleep(300);
  command.terminal?.write(`${PASSWORD}\r`);
  expect(await command.exited).toBe(0);
  await until(async () => shown.includes('can sign in as Admin.'));
  expect(shown).not.toContain('parrots');
});
