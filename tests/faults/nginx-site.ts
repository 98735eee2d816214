/** Two real nodes on one PostgreSQL behind the configuration of deploy/nginx. */
import { findFreePort } from '../../scripts/free-port.mjs';
import { type RunningNginx, startNginx } from '../support/nginx.ts';
import { createTestDatabase } from '../support/postgres.ts';

export const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

/** A POST request with a JSON body. */
export const json = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

interface Node {
  stop(): Promise<unknown>;
}

type Settings = Record<string, string>;

export interface NginxSite<SiteNode> {
  nginx: RunningNginx;
  nodes: [SiteNode, SiteNode];
  /** The URLs of the nodes, without nginx. */
  nodeUrls: [string, string];
  /** Sends a request to nginx. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request to nginx with the session of the Admin. */
  requestAsAdmin(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a POST, and returns the id of the created row. */
  createAsAdmin(path: string, body: object): Promise<string>;
  cookie: string;
  /** Starts a node on the port of one that has ended. */
  startAgain(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

/** `startNode` gets the settings of a node, with its port. */
export async function openNginxSite<SiteNode extends Node>(
  startNode: (env: Settings) => Promise<SiteNode>,
): Promise<NginxSite<SiteNode>> {
  const database = await createTestDatabase();
  const https = await findFreePort();
  const ports: [number, number] = [await findFreePort(), await findFreePort()];
  const start = (port: number): Promise<SiteNode> =>
    startNode({
      DATABASE_URL: database.url,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
      TRUST_PROXY: '127.0.0.1',
      BASE_URL: `https://localhost:${https}`,
      PORT: String(port),
    });
  const nodes: [SiteNode, SiteNode] = [await start(ports[0]), await start(ports[1])];
  const nginx = await startNginx({ https, nodes: ports });
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(nginx.url + path, { redirect: 'manual', ...init, tls: { ca: nginx.certificate } } as RequestInit);
  const cookie = await signIn(request, nginx.url);
  const requestAsAdmin: NginxSite<SiteNode>['request'] = (path, init = {}) =>
    request(path, {
      ...init,
      headers: { 'Content-Type': 'application/json', Origin: nginx.url, Cookie: cookie, ...init.headers },
    });
  return {
    nginx,
    nodes,
    nodeUrls: [urlAt(ports[0]), urlAt(ports[1])],
    request,
    requestAsAdmin,
    async createAsAdmin(path, body) {
      const response = await requestAsAdmin(path, json(body));
      if (response.status !== 201)
        throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()).id;
    },
    cookie,
    async startAgain(index) {
      nodes[index] = await start(ports[index]);
    },
    async stop() {
      await nginx.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      await database.release();
    },
  };
}

const urlAt = (port: number): string => `http://127.0.0.1:${port}`;

async function signIn(request: NginxSite<Node>['request'], origin: string): Promise<string> {
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
