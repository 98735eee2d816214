/** A real server as its own process, for tests over HTTP and in the browser; runs under Bun and Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { bun, root } from '../../scripts/project.mjs';

const START_DEADLINE = 20_000;

export type RunningServer = {
  url: string;
  pid: number;
  /** Ends it with a signal, and answers with its exit code once it is gone (null: killed by the signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  kill(): Promise<void>;
  /** Lets it do nothing at all until it is told to go on: it still holds its connections, and new ones are accepted. */
  freeze(): void;
  goOn(): void;
  hasEnded(): boolean;
  /** Everything it has printed so far. */
  output(): string;
};

/** Only what a program needs to run: settings of the person who runs the tests must not leak in. */
const INHERITED = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/** Unless a test says otherwise. */
const SETTINGS = { NODE_ENV: 'production', PORT: '0', TEST_PASSWORD_COST: 'minimal' };

export function makeDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'swarna-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface ProcessOptions {
  /** The limit on open files that the process gets. */
  openFiles?: number;
  /** How large a file the process may write, in units of 512 bytes: writing more fails, as on a full disk. */
  fileBlocks?: number;
  /** Modules that the process loads before its own. */
  preload?: string | string[];
  /** How large a file system of its own DATA_DIR gets, in bytes; only this process sees it, and it goes with it. */
  diskBytes?: number;
}

/** Whether this machine lets us make a file system of our own without being root. */
export const canMakeDisk = (): boolean =>
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

/** Launches the server as `npm start` does; the caller waits for whatever it expects of it. */
export function launchServer(
  env: Record<string, string>,
  { openFiles, fileBlocks, diskBytes, preload }: ProcessOptions = {},
): { child: ChildProcess; output(): string } {
  const limits = [
    ...(diskBytes === undefined ? [] : [`mount -t tmpfs -o size=${diskBytes} tmpfs "$DATA_DIR" && `]),
    ...(openFiles === undefined ? [] : [`ulimit -n ${openFiles} && `]),
    // The signal that comes with it would end the process.
    ...(fileBlocks === undefined ? [] : [`trap '' XFSZ && ulimit -f ${fileBlocks} && `]),
  ].join('');
  const preloads = [preload ?? []].flat().flatMap((module) => ['--preload', module]);
  const server = [bun, '--no-orphans', ...preloads, 'src/server/main.ts'];
  const program = ['sh', '-c', `${limits}exec "$@"`, 'sh', ...server];
  const [command = '', ...args] = diskBytes === undefined ? program : ['unshare', '-rm', ...program];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...INHERITED, ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, output: () => output };
}

function readAddress(line: string): string | undefined {
  if (!line.includes('"listening"')) return undefined;
  return JSON.parse(line).url;
}

function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the server was launched without its output');
    createInterface(child.stdout).on('line', (line) => {
      const url = readAddress(line);
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function waitForHealth(url: string): Promise<void> {
  while (!(await fetch(`${url}/api/health`).then((answer) => answer.ok))) await sleep(20);
}

/**
 * Starts a server on a free port and waits until it is healthy.
 * Without a DATA_DIR of the caller's it gets one of its own, which goes when the server goes.
 */
export async function startServer(
  env: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<RunningServer> {
  const dataDir = env['DATA_DIR'] ? undefined : makeDataDir();
  const { child, output } = launchServer({ ...(dataDir && { DATA_DIR: dataDir.path }), ...env }, options);
  const gone = once(child, 'exit').then(() => dataDir?.remove());
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    // A frozen process gets the signal only once it goes on.
    child.kill('SIGCONT');
    await gone;
    return child.exitCode;
  };
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE);
  try {
    const url = await waitForAddress(child);
    await waitForHealth(url);
    const kill = async () => void (await stop('SIGKILL'));
    return {
      url,
      pid: child.pid ?? 0,
      stop,
      kill,
      freeze: () => void child.kill('SIGSTOP'),
      goOn: () => void child.kill('SIGCONT'),
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      output,
    };
  } catch (error) {
    await stop('SIGKILL');
    throw new Error(`The server did not start:\n${output()}`, { cause: error });
  } finally {
    clearTimeout(deadline);
  }
}
