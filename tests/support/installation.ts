/** A separate installation for a test: settings, a server process, and the operator's commands. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bun, root } from '../../scripts/project.mjs';
import type { DatabaseKind } from '../../src/contract/health.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { type CommandResult, runAndCapture } from './captured-command.ts';
import { makeDataDir } from './data-dir.ts';
import { createTestDatabase } from './postgres.ts';
import { NIGHT, type RunningServer } from './running-server.ts';
import { startServer } from './server.ts';

export interface Installation {
  dataDir: string;
  location: DatabaseLocation;
  env: Record<string, string>;
  start(env?: Record<string, string>): Promise<RunningServer>;
  /** Runs a command of the operator in this process. */
  cli: RunCommand;
  /** Runs a command of the operator in a process of its own. */
  cliProcess: RunCommand;
  /** Stops its servers and removes its data. */
  remove(): Promise<void>;
}

type RunCommand = (
  args: string[],
  more?: { input?: string; env?: Record<string, string> },
) => Promise<CommandResult>;

export async function makeInstallation(kind: DatabaseKind): Promise<Installation> {
  const dataDir = makeDataDir();
  const database = kind === 'postgres' ? await createTestDatabase() : undefined;
  const env: Record<string, string> = {
    DATA_DIR: dataDir.path,
    TEST_PASSWORD_COST: 'minimal',
    CLOCK_START: NIGHT,
    BEACON: 'off',
    ...(database && { DATABASE_URL: database.url, AUTH_SECRET: 'a-secret-that-is-long-enough-for-all' }),
  };
  const servers: RunningServer[] = [];
  const cli: RunCommand = (args, { input = '', env: more = {} } = {}) =>
    runAndCapture({ args, env: { ...env, ...more }, input });
  const cliProcess: RunCommand = (args, { input = '', env: more = {} } = {}) =>
    runProcess(args, { ...env, ...more }, input);
  return {
    dataDir: dataDir.path,
    location: database
      ? { kind: 'postgres', url: database.url }
      : { kind: 'sqlite', file: join(dataDir.path, 'swarna-chakra.db') },
    env,
    async start(more = {}) {
      const server = await startServer({ ...env, ...more });
      servers.push(server);
      return server;
    },
    cli,
    cliProcess,
    async remove() {
      await Promise.all(servers.map((server) => server.stop()));
      await database?.release();
      dataDir.remove();
    },
  };
}

function runProcess(args: string[], env: Record<string, string>, input: string): Promise<CommandResult> {
  const path = process.env['PATH'] ?? '';
  const child = spawn(bun, ['src/cli/main.ts', ...args], { cwd: root, env: { PATH: path, ...env } });
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...result, code })));
}
