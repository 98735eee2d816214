/** Two real nodes on one PostgreSQL behind the configuration of deploy/nginx. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/free-port.mjs';
import { instantOf } from '../../src/core/ist-time.ts';
import { type RunningNginx, startNginx } from '../support/nginx.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { launchServer, makeDataDir } from '../support/server.ts';

export const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

const START_DEADLINE = 20_000;

/** A request that sends JSON. */
export const json = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

interface Node {
  url: string;
  /** Ends it in order. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface NginxSite {
  nginx: RunningNginx;
  nodes: [Node, Node];
  /** Asks nginx. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The same with the session of the Admin. */
  askAsAdmin(path: string, init?: RequestInit): Promise<Response>;
  /** Creates something by a POST, and returns its id. */
  createAsAdmin(path: string, body: object): Promise<string>;
  cookie: string;
  /** Starts a process in the place of a node that has ended, and waits until its health is answered with that status. */
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
    // At night no draw is due, so automation changes nothing meanwhile.
    CLOCK_START: new Date(instantOf('2026-11-15', '03:00')).toISOString(),
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
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(nginx.url + path, { redirect: 'manual', ...init, tls: { ca: nginx.certificate } } as RequestInit);
  const cookie = await signIn(ask, nginx.url);
  const askAsAdmin: NginxSite['ask'] = (path, init = {}) =>
    ask(path, {
      ...init,
      headers: { 'Content-Type': 'application/json', Origin: nginx.url, Cookie: cookie, ...init.headers },
    });
  return {
    nginx,
    nodes,
    ask,
    askAsAdmin,
    async createAsAdmin(path, body) {
      const answer = await askAsAdmin(path, json(body));
      if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()).id;
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
      await database.drop();
    },
  };
}

function launchNode(port: number, env: Record<string, string>): Node {
  const dataDir = makeDataDir();
  const { child } = launchServer({ ...env, PORT: String(port), DATA_DIR: dataDir.path });
  const gone = once(child, 'exit').then(() => dataDir.remove());
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return { url: `http://127.0.0.1:${port}`, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

const portOf = ({ url }: Node): number => Number(new URL(url).port);

async function waitForStatus(url: string, status: number): Promise<void> {
  const deadline = Date.now() + START_DEADLINE;
  const askOnce = () =>
    fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
  while ((await askOnce()) !== status) {
    if (Date.now() > deadline) throw new Error(`${url} was not answered with ${status}`);
    await sleep(50);
  }
}

async function signIn(ask: NginxSite['ask'], origin: string): Promise<string> {
  const answer = await ask('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(ADMIN),
  });
  if (!answer.ok) throw new Error(`cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}
