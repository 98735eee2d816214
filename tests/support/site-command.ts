/** A command that serves the site, run as a person would in a terminal, for tests of the commands. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from './server.ts';

const STOP_DEADLINE = 6000;

export type RunningSite = {
  child: ChildProcess;
  /** The command's processes, as a terminal knows them. */
  group: number;
  ended: Promise<unknown[]>;
  url: string;
  /** From the command to its first answer. */
  milliseconds: number;
};

function isAnyLeft(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Commands that share one data folder; `cleanUp` ends those that a failed test left. */
export function prepareCommands() {
  const dataDir = makeDataDir();
  const groups: number[] = [];

  /** Runs a command until it answers. */
  async function startSite(program: string, ...args: string[]): Promise<RunningSite> {
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
      const { status } = await fetch(`${url}/api/health`);
      if (status !== 200) throw new Error(`the site is not healthy: ${status}`);
      return { child, group, ended, url, milliseconds: performance.now() - since };
    }
    throw new Error(`${program} ${args.join(' ')} ended before it was listening`);
  }

  function cleanUp(): void {
    for (const group of groups.filter(isAnyLeft)) process.kill(-group, 'SIGKILL');
    dataDir.remove();
  }

  return { startSite, cleanUp };
}

/** Waits until no process of the site is left; answers whether that came true in time. */
export async function isGone({ group }: RunningSite): Promise<boolean> {
  const deadline = performance.now() + STOP_DEADLINE;
  while (isAnyLeft(group) && performance.now() < deadline) await sleep(20);
  return !isAnyLeft(group);
}
