/** The live stream over a WebSocket: the same messages, cursors and limits, and no client may send anything. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { helloSchema, publicChangeSchema } from '../../src/contract/live.ts';
import { STREAM_LIMITS } from '../../src/server/live/stream-limits.ts';
import { createFaq } from '../../src/server/services/content/faqs.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  isChangeOf,
  isEvent,
  type LiveClient,
  listenBySocket,
  listenTo,
  requestSocket,
} from '../support/live-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type ApiSite, openApiSite } from './api-site.ts';
import { startLiveSite } from './live-site.ts';
import { TOKEN } from './response-id.ts';
import { EDITOR, newDrawFor } from './services-context.ts';

/** Status codes of WebSockets; the first is that of a client whose connection ended without a closing handshake. */
const CONNECTION_LOST = 1006;
const MESSAGE_TOO_BIG = 1009;

const withoutTimes = ({ events }: LiveClient) => events.map(({ event, id, data }) => ({ event, id, data }));

describeOnBothDatabases('a WebSocket', (engine) => {
  test('gets the same messages as an event stream, also those that it missed', async () => {
    const { services, live, listen } = await startLiveSite(engine);
    const before = live.cursor('public');
    await createFaq(services, { question: 'Missed?', answer: 'Yes.', order: 1 }, EDITOR);
    const clients = [await listen({ after: before }), await listen({ after: before, bySocket: true })];
    const { id } = await createFaq(services, { question: 'Live?', answer: 'Yes.', order: 2 }, EDITOR);
    for (const client of clients) await client.waitFor(isChangeOf(id));
    const [stream = [], socket] = clients.map((client) => withoutTimes(client).slice(1));
    expect(socket).toEqual(stream);
    expect(stream.map(({ data }) => publicChangeSchema.parse(data).type)).toEqual(['INSERT', 'INSERT']);
    const hellos = clients.map(({ events }) => helloSchema.parse(events[0]?.data));
    expect(hellos.map(({ cursor }) => cursor)).toEqual([before, before]);
    expect(clients.map((client) => client.cursor())).toEqual([live.cursor('public'), live.cursor('public')]);
  });

  engine.onSqlite('gets a reset for an unknown cursor', async () => {
    const { live, listen } = await startLiveSite(engine);
    const client = await listen({ after: 'long-ago.1', bySocket: true });
    const { id } = await client.waitFor(isEvent('reset'));
    expect(client.events.map(({ event }) => event)).toEqual(['hello', 'reset']);
    expect(client.events[0]?.id).toBe(null);
    expect(id).toBe(live.cursor('public'));
  });

  engine.onSqlite('counts as a visitor until it is closed, and is refused over the limit', async () => {
    const streams = { ...STREAM_LIMITS.streams, public: { total: 2, perSource: 2 } };
    const { live, listen } = await startLiveSite(engine, { limits: { ...STREAM_LIMITS, streams } });
    const [first] = [await listen({ bySocket: true }), await listen()];
    expect(live.visitors.count()).toBe(2);
    const { response } = await listen({ bySocket: true });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    first?.close();
    while (live.visitors.count() > 1) await Bun.sleep(5);
    expect((await listen({ bySocket: true })).response.status).toBe(101);
  });

  engine.onSqlite('is closed when the server stops, as going away', async () => {
    const { live, listen, url } = await startLiveSite(engine);
    const client = await listen({ bySocket: true });
    const socket = new WebSocket(url.replace('http', 'ws'));
    const code = new Promise((resolve) => {
      socket.onclose = (event) => resolve(event.code);
    });
    await new Promise((resolve) => {
      socket.onmessage = resolve;
    });
    await live.stop();
    await client.ended;
    expect(await code).toBe(1001);
    expect(live.visitors.count()).toBe(0);
    expect((await listen({ bySocket: true })).response.status).toBe(503);
  });
});

describe('over HTTP', () => {
  let site: ApiSite;
  let url: string;
  beforeAll(async () => {
    site = await openApiSite();
    url = `${site.server.url}/api/live`;
  });
  afterAll(() => site.stop());

  const visitors = async (): Promise<number> =>
    (await (await site.admin('GET', '/api/admin/dashboard')).json()).visitors;

  test('the response has the id of the request and accepts the key', async () => {
    const { hostname, port } = new URL(url);
    const socket = await Bun.connect({ hostname, port: Number(port), socket: { data: () => {} } });
    const head = Promise.withResolvers<string>();
    socket.reload({ socket: { data: (_socket, bytes) => head.resolve(bytes.toString('latin1')) } });
    socket.write(
      'GET /api/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const text = await head.promise;
    expect(text).toStartWith('HTTP/1.1 101 ');
    // The value that RFC 6455 gives for this key.
    expect(text).toContain('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(/x-request-id: (\S+)/i.exec(text)?.[1]).toMatch(TOKEN);
    socket.terminate();
  });

  test('a request that is not valid for a WebSocket gets 400 and is not counted', async () => {
    const invalid = [
      { 'Sec-WebSocket-Key': 'short' },
      { 'Sec-WebSocket-Key': '' },
      { 'Sec-WebSocket-Version': '8' },
      { 'Sec-WebSocket-Version': '' },
    ];
    for (const headers of invalid) {
      const response = await requestSocket(url, headers);
      expect(response.status, JSON.stringify(headers)).toBe(400);
      expect(response.headers.get('x-request-id')).toMatch(TOKEN);
    }
    expect(await visitors()).toBe(0);
  });

  test('other addresses and methods ignore the header', async () => {
    const { server } = site;
    for (const path of ['/', '/api/today', '/api/health', '/robots.txt']) {
      expect((await requestSocket(server.url + path)).status, path).toBe(200);
    }
    expect((await requestSocket(`${server.url}/api/admin/live`)).status).toBe(401);
    expect((await requestSocket(`${server.url}/api/nothing`)).status).toBe(404);
    const post = { method: 'POST', target: '/api/live', headers: { Upgrade: 'websocket' } };
    expect((await sendRaw(server.url, post)).status).toBe(405);
    expect((await fetch(url, { method: 'HEAD', headers: { Upgrade: 'websocket' } })).status).toBe(200);
    expect((await requestSocket(`${url}?after=%zz`)).status).toBeLessThan(500);
  });

  test('sends no draft, and the result once it is published', async () => {
    const [socket, stream] = [await listenBySocket(url), await listenTo(url)];
    const draft = newDrawFor('10:00', '98765', { date: '2031-01-01' });
    const { id } = await (await site.admin('POST', '/api/admin/draws', { body: draft })).json();
    await site.admin('PATCH', `/api/admin/draws/${id}`, { body: { digit5: '4' } });
    const faq = { question: 'Why?', answer: 'Because.', order: 1 };
    const marker = await (await site.editor('POST', '/api/admin/faqs', { body: faq })).json();
    await socket.waitFor(isChangeOf(marker.id));
    expect(JSON.stringify(socket.events)).not.toContain('digit');
    expect(socket.changes().map(({ row }) => row.id)).toEqual([marker.id]);
    expect((await site.admin('POST', `/api/admin/draws/${id}/publish`)).status).toBe(200);
    const published = await socket.waitFor(isChangeOf(id));
    expect(published.data).toMatchObject({ table: 'draws', type: 'INSERT', row: { digit5: '4' } });
    expect((await stream.waitFor(isChangeOf(id))).data).toEqual(published.data);
    for (const client of [socket, stream]) client.close();
  });

  test('a client that sends anything is disconnected, and no other', async () => {
    const other = await listenBySocket(url);
    for (const [sent, code] of [
      ['', CONNECTION_LOST],
      ['{"event":"change"}', CONNECTION_LOST],
      [new Uint8Array(500), CONNECTION_LOST],
      ['x'.repeat(100_000), MESSAGE_TOO_BIG],
    ] as const) {
      const socket = new WebSocket(url.replace('http', 'ws'));
      const closed = new Promise<number>((resolve) => {
        socket.onclose = (event) => resolve(event.code);
      });
      await new Promise((resolve) => {
        socket.onmessage = resolve;
      });
      socket.send(sent);
      expect(await closed).toBe(code);
    }
    const faq = { question: 'Open?', answer: 'Yes.', order: 2 };
    const { id } = await (await site.editor('POST', '/api/admin/faqs', { body: faq })).json();
    await other.waitFor(isChangeOf(id));
    expect(other.events.map(({ event }) => event)).toEqual(['hello', 'change']);
    other.close();
    while ((await visitors()) > 0) await Bun.sleep(20);
  });
});
