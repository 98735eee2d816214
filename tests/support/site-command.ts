/** Runs a command that serves the site, as in a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from './data-dir.ts';

const STOP_DEADLINE = 6000;

export type RunningSite = {
  child: ChildProcess;
  /** The id of the command's process group. */
  group: number;
  ended: Promise<unknown[]>;
  url: string;
  /** What it printed until it was listening. */
  lines: string[];
};

function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Commands with a shared data folder; `cleanUp` kills those that still run. */
export function prepareCommands() {
  const dataDir = makeDataDir();
  const groups: number[] = [];

  /** Runs a command and waits until the site is healthy. */
  async function startSite(program: string, ...args: string[]): Promise<RunningSite> {
    const child = spawn(program, args, {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir.path, BEACON: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const group = child.pid ?? 0;
    groups.push(group);
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (!line.includes('"listening"')) continue;
      const { url } = JSON.parse(line);
      const { status } = await fetch(`${url}/api/health`);
      if (status !== 200) throw new Error(`the site is not healthy: ${status}`);
      return { child, group, ended, url, lines };
    }
    throw new Error(`${program} ${args.join(' ')} ended before it was listening`);
  }

  function cleanUp(): void {
    for (const group of groups.filter(isRunning)) process.kill(-group, 'SIGKILL');
    dataDir.remove();
  }

  return { startSite, cleanUp };
}

/** Waits until all processes of the site have ended; returns false if that takes too long. */
export async function stopsInTime({ group }: RunningSite): Promise<boolean> {
  const deadline = performance.now() + STOP_DEADLINE;
  while (isRunning(group) && performance.now() < deadline) await sleep(20);
  return !isRunning(group);
}
