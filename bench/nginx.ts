/** Runs nginx with one worker on the core of the servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../scripts/free-port.mjs';
import { findNginx } from '../scripts/test-programs.mjs';
import { acceptsConnections } from '../tests/support/open-port.ts';
import { waitUntil } from '../tests/support/wait-until.ts';
import { openFilesWithin, SERVER_CORE } from './machine.ts';

export interface RunningNginx extends AsyncDisposable {
  url: string;
  pid: number;
}

export interface NginxPlan {
  /** Modules to load. */
  modules?: readonly string[];
  /** The directives of the server block. The folder is for files that nginx serves. */
  server(folder: string): string;
}

const OPEN_FILES = 30_000;

export async function startNginx({ modules = [], server }: NginxPlan): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-nginx-'));
  const port = await findFreePort();
  mkdirSync(join(folder, 'temp'));
  const openFiles = openFilesWithin(OPEN_FILES);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${modules.map((module) => `load_module ${module};`).join('\n')}
${process.getuid?.() === 0 ? 'user root root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile ${openFiles};
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections ${openFiles - 1_000}; }
http {
  access_log off;
  sendfile on;
  tcp_nodelay on;
  keepalive_requests 100000000;
  open_file_cache max=100 inactive=1h;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    ${server(folder)}
  }
}
`,
  );
  const command = [findNginx() ?? 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')];
  const child = spawn('taskset', ['-c', String(SERVER_CORE), ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const gone = once(child, 'exit');
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${errors}`);
    return acceptsConnections(port);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
