/** Two real nodes on one PostgreSQL behind the configuration of deploy/nginx. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/free-port.mjs';
import { makeDataDir } from '../support/data-dir.ts';
import { type RunningNginx, startNginx } from '../support/nginx.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { launchServer } from '../support/server-process.ts';

export const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

const START_DEADLINE = 20_000;

/** A POST request with a JSON body. */
export const json = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

interface Node {
  url: string;
  /** Shuts it down with SIGTERM. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface NginxSite {
  nginx: RunningNginx;
  nodes: [Node, Node];
  /** Sends a request to nginx. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request to nginx with the session of the Admin. */
  requestAsAdmin(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a POST, and returns the id of the created row. */
  createAsAdmin(path: string, body: object): Promise<string>;
  cookie: string;
  /** Starts a node on the port of one that has ended, and waits until its health has that status. */
  launchInPlaceOf(node: Node, status: number, env?: Record<string, string>): Promise<Node>;
  stop(): Promise<void>;
}

export async function openNginxSite(): Promise<NginxSite> {
  const database = await createTestDatabase();
  const https = await findFreePort();
  const env = {
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_EVERY_HOURS: '0',
    TRUST_PROXY: '127.0.0.1',
    BASE_URL: `https://localhost:${https}`,
  };
  const launched: Node[] = [];
  const launch = (port: number, more: Record<string, string> = {}): Node => {
    const node = launchNode(port, { ...env, ...more });
    launched.push(node);
    return node;
  };
  const nodes: [Node, Node] = [launch(await findFreePort()), launch(await findFreePort())];
  await Promise.all(nodes.map(({ url }) => waitForStatus(`${url}/api/health`, 200)));
  const nginx = await startNginx({ https, nodes: [portOf(nodes[0]), portOf(nodes[1])] });
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(nginx.url + path, { redirect: 'manual', ...init, tls: { ca: nginx.certificate } } as RequestInit);
  const cookie = await signIn(request, nginx.url);
  const requestAsAdmin: NginxSite['request'] = (path, init = {}) =>
    request(path, {
      ...init,
      headers: { 'Content-Type': 'application/json', Origin: nginx.url, Cookie: cookie, ...init.headers },
    });
  return {
    nginx,
    nodes,
    request,
    requestAsAdmin,
    async createAsAdmin(path, body) {
      const response = await requestAsAdmin(path, json(body));
      if (response.status !== 201)
        throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()).id;
    },
    cookie,
    async launchInPlaceOf(node, status, more) {
      const next = launch(portOf(node), more);
      await waitForStatus(`${next.url}/api/health`, status);
      return next;
    },
    async stop() {
      await nginx.stop();
      await Promise.all(launched.map((node) => node.kill()));
      await database.release();
    },
  };
}

function launchNode(port: number, env: Record<string, string>): Node {
  const dataDir = makeDataDir();
  const { child, ended } = launchServer({ ...env, PORT: String(port), DATA_DIR: dataDir.path });
  const gone = ended.finally(dataDir.remove);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return { url: `http://127.0.0.1:${port}`, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

const portOf = ({ url }: Node): number => Number(new URL(url).port);

async function waitForStatus(url: string, status: number): Promise<void> {
  const deadline = Date.now() + START_DEADLINE;
  const readStatus = () =>
    fetch(url).then(
      (response) => response.status,
      () => 0,
    );
  while ((await readStatus()) !== status) {
    if (Date.now() > deadline) throw new Error(`${url} did not return ${status}`);
    await sleep(50);
  }
}

async function signIn(request: NginxSite['request'], origin: string): Promise<string> {
  const response = await request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`cannot sign in: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}
