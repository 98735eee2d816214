/** Starts a server in a process of its own, for tests of signals, limits and kills; runs in Bun and Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { bun, root } from '../../scripts/project.mjs';
import { makeDataDir } from './data-dir.ts';
import { DEFAULTS, type RunningServer } from './running-server.ts';

const START_DEADLINE = 20_000;

export interface ServerProcess extends RunningServer {
  pid: number;
  /**
   * Sends the signal and waits for the end; returns the exit code, or null if the signal killed it.
   * Only after that `output` is complete: a response may arrive before the line that was logged first.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  kill(): Promise<void>;
  /** Suspends the process: its connections stay open, and the system still accepts new ones. */
  freeze(): void;
  unfreeze(): void;
  hasEnded(): boolean;
}

/** No other variables, so that the environment of the test run has no effect. */
const INHERITED = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

export interface ProcessOptions {
  /** The limit on open files. */
  openFiles?: number;
  /** The limit on the size of a file, in units of 512 bytes: writing more fails, as on a full disk. */
  fileBlocks?: number;
  /** Modules that are loaded before the server. */
  preload?: string | string[];
  /** Mounts a file system of this size, in bytes, at DATA_DIR, visible only to this process. */
  diskBytes?: number;
  /** The only core that it may run on. */
  core?: number;
}

/** Whether this machine allows mounting a file system in a user namespace. */
export const canMountDisk = (): boolean =>
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

export interface LaunchedServer {
  child: ChildProcess;
  /** Everything that was received so far of what it printed. */
  output(): string;
  /** The exit code, or null if a signal killed it. Resolves once its output is complete. */
  ended: Promise<number | null>;
}

/** Launches the server as `npm start` does, and does not wait until it is ready. */
export function launchServer(
  env: Record<string, string>,
  { openFiles, fileBlocks, diskBytes, preload, core }: ProcessOptions = {},
): LaunchedServer {
  const limits = [
    ...(diskBytes === undefined ? [] : [`mount -t tmpfs -o size=${diskBytes} tmpfs "$DATA_DIR" && `]),
    ...(openFiles === undefined ? [] : [`ulimit -n ${openFiles} && `]),
    // Ignored, because the signal would end the process.
    ...(fileBlocks === undefined ? [] : [`trap '' XFSZ && ulimit -f ${fileBlocks} && `]),
  ].join('');
  const preloads = [preload ?? []].flat().flatMap((module) => ['--preload', module]);
  const server = [bun, '--no-orphans', ...preloads, 'src/server/main.ts'];
  const pinned = core === undefined ? server : ['taskset', '-c', String(core), ...server];
  const program = ['sh', '-c', `${limits}exec "$@"`, 'sh', ...pinned];
  const [command = '', ...args] = diskBytes === undefined ? program : ['unshare', '-rm', ...program];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...INHERITED, ...DEFAULTS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, output: () => output, ended: once(child, 'close').then(() => child.exitCode) };
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
  while (!(await fetch(`${url}/api/health`).then((response) => response.ok))) await sleep(20);
}

/**
 * Starts a server on a free port and waits until it is healthy.
 * Without DATA_DIR it gets a temporary folder, which is removed when the server ends.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const dataDir = env['DATA_DIR'] ? undefined : makeDataDir();
  const launched = launchServer({ ...(dataDir && { DATA_DIR: dataDir.path }), ...env }, options);
  const { child, output } = launched;
  const gone = launched.ended.finally(() => dataDir?.remove());
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    // A frozen process gets the signal only after SIGCONT.
    child.kill('SIGCONT');
    return gone;
  };
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE);
  try {
    const url = await waitForAddress(child);
    // BASE_URL may be the address of a proxy that is not there yet.
    await waitForHealth(env['PORT'] ? `http://127.0.0.1:${env['PORT']}` : url);
    const kill = async () => void (await stop('SIGKILL'));
    return {
      url,
      pid: child.pid ?? 0,
      stop,
      kill,
      freeze: () => void child.kill('SIGSTOP'),
      unfreeze: () => void child.kill('SIGCONT'),
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
