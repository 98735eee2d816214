/** `npm start` on a terminal: words for a person; anywhere else JSON lines. */
import { afterAll, expect, test } from 'bun:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/project.mjs';
import { readConfig } from '../../src/server/config.ts';
import { createServer } from '../../src/server/server.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { DEFAULTS } from '../support/running-server.ts';

const dataDir = makeDataDir();
afterAll(dataDir.remove);

/** Without LOG_FORMAT and LOG_LEVEL of the test run. */
const environment = () => ({
  ...process.env,
  LOG_FORMAT: '',
  LOG_LEVEL: '',
  PORT: '0',
  DATA_DIR: dataDir.path,
  TEST_PASSWORD_COST: 'minimal',
  BEACON: 'off',
});

/** Runs a command with a pseudo-terminal as its input and output. */
function runOnTerminal(command: string[]) {
  let output = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn(command, {
    cwd: root,
    env: environment(),
    terminal: {
      cols: 120,
      rows: 40,
      data(_terminal, data) {
        output += decoder.decode(data);
      },
    },
  });
  return {
    ended: child.exited,
    output: () => Bun.stripANSI(output).replaceAll('\r\n', '\n'),
    pressCtrlC: () => child.terminal?.write('\u0003'),
    async shows(text: string): Promise<void> {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`ended without showing "${text}":\n${output}`);
        await sleep(20);
      }
    },
  };
}

const isJson = (line: string): boolean => line.startsWith('{') && Boolean(JSON.parse(line));
const linesOf = (output: string): string[] => output.split('\n').filter((line) => line.trim() !== '');

test('on a terminal it says where the site, the panel and the data are, and Ctrl-C stops it in words', async () => {
  const start = runOnTerminal(['npm', 'start']);
  await start.shows('Press Ctrl-C');
  const [, url = ''] = /Site {4}(http:\S+)\n/.exec(start.output()) ?? [];
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect(start.output()).toMatch(new RegExp(`Panel   ${url}/admin/login#setup=\\S+\n.*no account yet`));
  expect(start.output()).toContain(`Data    ${dataDir.path} (database, backups, unsent mail)\n`);
  start.pressCtrlC();
  expect(await start.ended).toBe(0);
  expect(start.output()).toMatch(
    /\n\d\d:\d\d:\d\d {2}Stopping \(signal SIGINT\)\n\d\d:\d\d:\d\d {2}Stopped\n/,
  );
  expect(linesOf(start.output()).filter(isJson)).toEqual([]);
});

/** What a server in this process writes until it has stopped. */
async function writtenBy(isTerminal: boolean, more: Record<string, string>): Promise<string> {
  const folder = makeDataDir();
  let output = '';
  const server = await createServer({
    config: readConfig({ ...DEFAULTS, DATA_DIR: folder.path, ...more }),
    write: (text) => {
      output += text;
    },
    isTerminal,
  });
  await server.start();
  await server.stop('SIGTERM');
  folder.remove();
  return output;
}

test('on a terminal with LOG_FORMAT=json every line is JSON', async () => {
  const lines = linesOf(await writtenBy(true, { LOG_FORMAT: 'json' }));
  expect(lines.filter((line) => !isJson(line))).toEqual([]);
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('listening');
  expect(lines.at(-1)).toContain('"stopped"');
});

// Without LOG_FORMAT it is JSON there: start.test.ts.
test('without a terminal and with LOG_FORMAT=text its output is for a person, without a setup code once there is an account', async () => {
  const account = { ADMIN_EMAIL: 'asha@example.org', ADMIN_PASSWORD: 'seven green parrots' };
  const output = await writtenBy(false, { LOG_FORMAT: 'text', ...account });
  expect(output).toMatch(/Panel {3}http:\S+\/admin\n/);
  const lines = linesOf(output);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter(isJson)).toEqual([]);
});

const STEP = `const { runCommand, runStep } = await import('./scripts/run.mjs');
const { progressLikeLog } = await import('./scripts/progress.mjs');
const progress = progressLikeLog();
await runCommand(async () => {
  await runStep('Building pages', 'sleep', ['1.5'], { progress });
  await runStep('Building more', 'false', [], { progress });
  return 0;
});`;
const step = ['node', '--input-type=module', '-e', STEP];

test('installing and building show the elapsed time on a terminal, and JSON lines elsewhere', async () => {
  const shown = runOnTerminal(step);
  expect(await shown.ended).toBe(1);
  expect(shown.output()).toMatch(
    /^Building pages… \r(Building pages… \d+\.\d s\r)+Building pages… \d+\.\d s\n/,
  );
  expect(shown.output()).toContain('\rBuilding more… failed\n');
  expect(linesOf(shown.output()).at(-1)).toBe('Building more failed (exit code 1).');

  const child = Bun.spawn(step, { cwd: root, env: environment(), stdout: 'pipe', stderr: 'pipe' });
  const lines = linesOf(await new Response(child.stdout).text());
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'Building pages',
    expect.stringMatching(/^Building pages: done in \d+\.\d s$/),
    'Building more',
    'Building more: failed',
  ]);
  expect((await new Response(child.stderr).text()).trim()).toBe('Building more failed (exit code 1).');
});
