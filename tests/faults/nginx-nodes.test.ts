/** Live streams through the nginx of deploy/, and nodes that are restarted or killed behind it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import {
  follow,
  isChangeOf,
  isEvent,
  type LiveClient,
  listenBySocket,
  listenTo,
} from '../support/live-client.ts';
import { hasNginx } from '../support/nginx.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { json, type NginxSite, openNginxSite } from './nginx-site.ts';

setDefaultTimeout(60_000);

/** Short while a node ends, so that some requests are at it then. */
const BETWEEN_REQUESTS = { whileOneEnds: 10, otherwise: 200 };

let site: NginxSite<RunningServer>;
/** The first node, in a process of its own. */
let killed: ServerProcess;

async function startNode(env: Record<string, string>): Promise<RunningServer> {
  if (killed) return startServer(env);
  killed = await startServerProcess(env);
  return killed;
}

const listenThroughNginx = async (): Promise<LiveClient> => follow(await site.request('/api/live'));

describe.skipIf(!hasNginx)('through nginx', () => {
  let silent: LiveClient;

  beforeAll(async () => {
    site = await openNginxSite(startNode);
  });
  afterAll(() => site.stop());

  test('a change arrives on the open streams, as without nginx', async () => {
    const direct = await listenTo(`${site.nodeUrls[0]}/api/live`);
    const proxied = await listenThroughNginx();
    const { url, certificate } = site.nginx;
    const socket = await listenBySocket(`${url}/api/live`, { certificate });
    expect(socket.response.status).toBe(101);
    const clients = [direct, proxied, socket];
    await Promise.all(clients.map((client) => client.waitFor(isEvent('hello'))));
    const id = await site.createAsAdmin('/api/admin/faqs', {
      question: 'At once?',
      answer: 'Yes.',
      order: 1,
    });
    // A buffered one would not arrive.
    await Promise.all(clients.map((client) => client.waitFor(isChangeOf(id))));
    direct.close();
    socket.close();
    silent = proxied;
  });

  test('a stream without changes stays open, and pings arrive', async () => {
    await silent.waitFor(isEvent('ping'), 25_000);
    expect(silent.events.some(isEvent('hello'))).toBe(true);
    silent.close();
  });

  test('a killed node fails no read, and its streams resume at the other', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(listenThroughNginx));
    await Promise.all(clients.map((client) => client.waitFor(isEvent('hello'))));
    await killed.kill();
    const reads = Array.from({ length: 8 }, (_, count) => site.request(`/api/draws?q=${count}`));
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
    // nginx alternates between the nodes, so some streams were at the killed one.
    const ended = await Promise.race(clients.map((client) => client.ended.then(() => client)));
    const resumed = follow(await site.request(`/api/live?after=${ended.cursor() ?? ''}`));
    await resumed.waitFor(isEvent('hello'));
    const id = await site.createAsAdmin('/api/admin/faqs', {
      question: 'Still there?',
      answer: 'Yes.',
      order: 2,
    });
    await resumed.waitFor(isChangeOf(id));
    for (const client of [...clients, resumed]) client.close();
    await site.startAgain(0);
  });

  test('restarting the nodes one by one fails no read and loses or repeats no write', async () => {
    const reads: number[] = [];
    const acknowledged: string[] = [];
    const unanswered: string[] = [];
    const refused: string[] = [];
    let isOver = false;
    let pause = BETWEEN_REQUESTS.otherwise;
    const read = async (path: () => string) => {
      while (!isOver) {
        reads.push((await site.request(path(), { headers: { Accept: 'text/html' } })).status);
        await Bun.sleep(pause);
      }
    };
    const write = async () => {
      while (!isOver) {
        const question = randomUUID();
        const { status } = await site.requestAsAdmin(
          '/api/admin/faqs',
          json({ question, answer: 'Yes.', order: 3 }),
        );
        const questions = { 201: acknowledged, 502: unanswered, 503: refused }[status];
        expect([status, questions]).toEqual([status, expect.any(Array)]);
        questions?.push(question);
        await Bun.sleep(pause);
      }
    };
    const clients = [read(() => `/api/draws?q=${randomUUID()}`), read(() => '/'), write()];
    // Without a wait: nginx still excludes the first node for its failures while the second one ends.
    for (const index of [0, 1] as const) {
      pause = BETWEEN_REQUESTS.whileOneEnds;
      // Until every client has noticed.
      await Bun.sleep(BETWEEN_REQUESTS.otherwise);
      await site.nodes[index].stop();
      pause = BETWEEN_REQUESTS.otherwise;
      await site.startAgain(index);
    }
    isOver = true;
    await Promise.all(clients);
    expect(new Set(reads)).toEqual(new Set([200]));
    // Only a write that is in progress when a node closes its connections can get no response.
    expect(unanswered.length).toBeLessThanOrEqual(site.nodes.length);
    const { items } = await (await fetch(`${site.nodeUrls[0]}/api/faqs`)).json();
    const stored: string[] = items.map(({ question }: { question: string }) => question);
    expect(stored).toEqual([...new Set(stored)]);
    expect(acknowledged.filter((question) => !stored.includes(question))).toEqual([]);
    // A starting node refuses a write before it stores anything.
    expect(refused.filter((question) => stored.includes(question))).toEqual([]);
  });
});
