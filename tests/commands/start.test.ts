/** `npm start` as a person has it: quick the second time, and gone without a trace when told to stop. */
import { afterAll, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from '../support/server.ts';

const STOP_DEADLINE = 6000;

type Started = {
  child: ChildProcess;
  group: number;
  ended: Promise<unknown[]>;
  url: string;
  milliseconds: number;
};

const dataDir = makeDataDir();
const groups: number[] = [];
afterAll(() => {
  for (const group of groups.filter(isAnyLeft)) process.kill(-group, 'SIGKILL');
  dataDir.remove();
});

/** Runs the command in a process group of its own, as a terminal would, until it answers. */
async function start(program: string, ...args: string[]): Promise<Started> {
  const since = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir.path },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = child.pid ?? 0;
  groups.push(group);
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('"listening"')) continue;
    const { url } = JSON.parse(line);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    return { child, group, ended, url, milliseconds: performance.now() - since };
  }
  throw new Error(`${program} ${args.join(' ')} ended before it was listening`);
}

const startWithNpm = () => start('npm', 'start');

function isAnyLeft(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

async function expectNothingLeft({ group, url }: Started): Promise<void> {
  const deadline = performance.now() + STOP_DEADLINE;
  while (isAnyLeft(group) && performance.now() < deadline) await sleep(20);
  expect(isAnyLeft(group)).toBe(false);
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
}

test('a second start answers within two seconds', async () => {
  for (const limit of [Number.POSITIVE_INFINITY, 2000]) {
    const site = await startWithNpm();
    site.child.kill('SIGTERM');
    await expectNothingLeft(site);
    expect(site.milliseconds).toBeLessThan(limit);
  }
});

test('SIGTERM to npm alone ends everything', async () => {
  const site = await startWithNpm();
  site.child.kill('SIGTERM');
  await expectNothingLeft(site);
});

test('Ctrl-C, which reaches every process at once, ends everything', async () => {
  const site = await startWithNpm();
  process.kill(-site.group, 'SIGINT');
  await expectNothingLeft(site);
});

test('SIGTERM to the start script alone ends everything, and well', async () => {
  const site = await start('node', 'scripts/start.mjs');
  site.child.kill('SIGTERM');
  expect(await site.ended).toEqual([0, null]);
  await expectNothingLeft(site);
});

test('a start script that is killed takes its server along', async () => {
  const site = await start('node', 'scripts/start.mjs');
  site.child.kill('SIGKILL');
  await expectNothingLeft(site);
});
