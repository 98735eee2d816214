/** Runs PgBouncer in transaction mode in front of a test database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/free-port.mjs';
import { findPgBouncer } from '../../scripts/test-programs.mjs';
import { acceptsConnections } from './open-port.ts';

export const hasPgBouncer = findPgBouncer() !== undefined;

export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'swarna-pgbouncer-'));
  const listenPort = await findFreePort();
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: 5,
    // Clients send these at the start of a session; poolers are usually configured to ignore them.
    ignore_startup_parameters: 'extra_float_digits,idle_in_transaction_session_timeout',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // PgBouncer refuses to run as root, and the other user must be able to read the folder.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn(findPgBouncer() ?? 'pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
  const gone = once(program, 'exit');
  while (!(await acceptsConnections(listenPort))) await sleep(50);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listenPort}`;
  return {
    url: url.href,
    async stop() {
      program.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}
