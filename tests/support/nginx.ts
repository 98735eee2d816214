/**
 * Runs nginx with the configuration of deploy/nginx, changing only ports, certificate and folders, and with a header for
 * the address of the client, as behind a CDN.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/free-port.mjs';
import { inProject } from '../../scripts/project.mjs';
import { findNginx } from '../../scripts/test-programs.mjs';
import { acceptsConnections } from './open-port.ts';

export const hasNginx = findNginx() !== undefined;

const START_DEADLINE = 10_000;
const LOG_DEADLINE = 5_000;
/** Names the address that a request comes from; without it that is 127.0.0.1. */
export const CLIENT_HEADER = 'X-Test-Client';
/** The user id of `nobody`. */
const NOBODY = 65534;
const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

interface AccessLogEntry {
  requestId: string;
  client: string;
  method: string;
  path: string;
  status: number;
  cache: string;
  upstream: string;
  userAgent: string;
}

export interface RunningNginx {
  /** `https://localhost:PORT`: the server name of the configuration is `localhost` here. */
  url: string;
  httpUrl: string;
  port: number;
  certificate: string;
  accessLog(): AccessLogEntry[];
  /** Waits for the log entries of these responses and returns them in the same order. */
  logged(responses: readonly { headers: Headers }[]): Promise<AccessLogEntry[]>;
  /** The contents of all log files. */
  logText(): string;
  stop(): Promise<void>;
}

export interface NginxPorts {
  https: number;
  nodes: readonly [number, number];
}

/** The caller chooses the port, because the nodes need it before nginx starts. */
export async function startNginx(ports: NginxPorts): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-nginx-'));
  const httpPort = await findFreePort();
  prepareFolder(folder, { ...ports, http: httpPort });
  const command = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const checked = spawnSync(findNginx() ?? 'nginx', ['-t', ...command], {
    ...unprivileged,
    encoding: 'utf8',
  });
  if (checked.status !== 0) throw new Error(`nginx refuses the configuration:\n${checked.stderr}`);
  const program = spawn(findNginx() ?? 'nginx', [...command, '-g', 'daemon off;'], {
    ...unprivileged,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const gone = once(program, 'exit');
  const read = (name: string) => readFileSync(join(folder, 'log', name), 'utf8');
  /** Without the last piece: nginx may be writing it. */
  const accessLog = (): AccessLogEntry[] =>
    read('access.log')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const deadline = Date.now() + START_DEADLINE;
  while (!(await acceptsConnections(ports.https))) {
    if (program.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx did not start:\n${errors}`);
    await sleep(20);
  }
  return {
    url: `https://localhost:${ports.https}`,
    httpUrl: `http://localhost:${httpPort}`,
    port: ports.https,
    certificate: findCertificate().certificate,
    accessLog,
    async logged(responses) {
      const deadline = Date.now() + LOG_DEADLINE;
      for (;;) {
        const entries = new Map(accessLog().map((entry) => [entry.requestId, entry]));
        const found = responses.flatMap(
          ({ headers }) => entries.get(headers.get('X-Request-Id') ?? '') ?? [],
        );
        if (found.length === responses.length) return found;
        if (Date.now() > deadline) throw new Error('nginx did not log these requests');
        await sleep(10);
      }
    },
    logText: () => read('access.log') + read('error.log') + errors,
    async stop() {
      program.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function prepareFolder(folder: string, ports: NginxPorts & { http: number }): void {
  cpSync(inProject('deploy/nginx'), folder, { recursive: true });
  for (const name of ['cache', 'log', 'acme/.well-known/acme-challenge']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'acme/.well-known/acme-challenge/token'), 'proof');
  const { key, certificate } = findCertificate();
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'certificate.pem'), certificate);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.conf')) continue;
    const file = join(folder, name);
    writeFileSync(file, adapt(readFileSync(file, 'utf8'), folder, ports));
  }
  if (unprivileged.uid) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  chmodSync(folder, 0o755);
}

function adapt(text: string, folder: string, { http, https, nodes }: NginxPorts & { http: number }): string {
  return text
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace(/listen 80\b/g, `listen 127.0.0.1:${http}`)
    .replace(/listen 443\b/g, `listen 127.0.0.1:${https}`)
    .replace(/127\.0\.0\.1:3001\b/g, `127.0.0.1:${nodes[0]}`)
    .replace(/127\.0\.0\.1:3002\b/g, `127.0.0.1:${nodes[1]}`)
    .replaceAll(
      'server_name results.example.org;',
      `server_name localhost; set_real_ip_from 127.0.0.1; real_ip_header ${CLIENT_HEADER};`,
    )
    .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/g, join(folder, 'certificate.pem'))
    .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/g, join(folder, 'key.pem'))
    .replaceAll('/etc/nginx/', `${folder}/`)
    .replaceAll('/var/cache/swarna-chakra', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', join(folder, 'log'))
    .replaceAll('/var/www/acme', join(folder, 'acme'))
    .replaceAll('/run/nginx.pid', join(folder, 'nginx.pid'));
}

let created: { key: string; certificate: string } | undefined;

/** Created once for each test process. */
function findCertificate() {
  created ??= createCertificate();
  return created;
}

function createCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-certificate-'));
  try {
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const names = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
    const result = spawnSync('openssl', [...request, ...names, ...files], { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`openssl failed: ${result.error?.message ?? result.stderr}`);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { key: read('key.pem'), certificate: read('certificate.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
