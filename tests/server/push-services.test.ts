/** Messages to push services of every kind. */
import { afterAll, expect, test } from 'bun:test';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import webPush from 'web-push';
import {
  createPushTransport,
  type PushMessage,
  type PushOutcome,
} from '../../src/server/push/push-transport.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { startPushService } from '../support/push-service.ts';

const cleanups = cleanUpAfterEach();
const keys = webPush.generateVAPIDKeys();
const transport = createPushTransport({
  contact: 'mailto:desk@swarna.example',
  allowed: 'any',
  hosts: ['127.0.0.1'],
});
afterAll(() => transport.stop());

async function newService() {
  const service = await startPushService();
  cleanups.push(service.stop);
  return service;
}

/** A server that handles each connection as the test says. */
async function listen(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    handle(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`;
}

const messageFor = (endpoint: string, { p256dh, auth }: { p256dh: string; auth: string }): PushMessage => ({
  endpoint,
  p256dh,
  auth,
  payload: '{}',
  topic: 'SC1',
  timeToLive: 60,
});

const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));

const SERVICES: [string, (socket: Socket) => void, PushOutcome][] = [
  [
    'switches protocols',
    answering('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    'failed',
  ],
  ['continues forever', answering('HTTP/1.1 100 Continue\r\n\r\n'), 'failed'],
  ['reads and says nothing', () => {}, 'failed'],
  ['closes the connection', (socket) => void socket.once('data', () => socket.end()), 'failed'],
  ['returns something else', answering('hello\r\n\r\n'), 'failed'],
  [
    'redirects',
    answering('HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'),
    'refused',
  ],
  [
    'never ends its answer',
    answering('HTTP/1.1 201 Created\r\nContent-Length: 1000000\r\n\r\nx'),
    'accepted',
  ],
];

test('each has its outcome, and the others do not wait for more than one attempt', async () => {
  const good = await newService();
  const { keys: device } = good.subscribe();
  const urls = await Promise.all(SERVICES.map(([, handle]) => listen(handle)));
  const outcomes = await transport.send(
    urls.map((url) => messageFor(url, device)),
    keys,
  );
  expect(SERVICES.map(([name], index) => [name, outcomes[index]])).toEqual(
    SERVICES.map(([name, , outcome]) => [name, outcome]),
  );
});

test.each([
  [200, 'accepted'],
  [201, 'accepted'],
  [400, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [410, 'gone'],
  [413, 'refused'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
] as const)('%d: %s', async (status, outcome) => {
  const service = await newService();
  service.respond = (response) => void response.writeHead(status).end();
  const { endpoint, keys: device } = service.subscribe();
  expect(await transport.send([messageFor(endpoint, device)], keys)).toEqual([outcome]);
});

test('what is at no push service is never sent to, and gone', async () => {
  const good = await newService();
  const { keys: device } = good.subscribe();
  const url = await listen(() => {
    throw new Error('It must not be connected to.');
  });
  const endpoints = [
    url.replace('127.0.0.1', 'localhost'),
    'https://push.example/a',
    'https://fcm.googleapis.com:8443/a',
  ];
  const messages = endpoints.map((endpoint) => messageFor(endpoint, device));
  expect(await transport.send(messages, keys)).toEqual(['gone', 'gone', 'gone']);
});

test('a push service that did not answer ten times is paused, and others are not', async () => {
  let connections = 0;
  const url = await listen(() => {
    connections += 1;
  });
  const good = await newService();
  const { endpoint, keys: device } = good.subscribe();
  const silent = Array.from({ length: 10 }, (_, index) => messageFor(`${url}/${index}`, device));
  expect(new Set(await transport.send(silent, keys))).toEqual(new Set(['failed']));
  const before = connections;
  const outcomes = await transport.send([messageFor(url, device), messageFor(endpoint, device)], keys);
  expect(outcomes).toEqual(['failed', 'accepted']);
  expect(connections).toBe(before);
});

test('abandoned requests have failed at once, and what was accepted stays accepted', async () => {
  const url = await listen(() => {});
  const good = await newService();
  const { endpoint, keys: device } = good.subscribe();
  const answered = Promise.withResolvers<void>();
  good.respond = (response) => void response.writeHead(201).end(answered.resolve);
  const sent = transport.send([messageFor(url, device), messageFor(endpoint, device)], keys);
  await answered.promise;
  // When a later message has its answer, the thread has read the former answer too.
  expect(await transport.send([messageFor(endpoint, device)], keys)).toEqual(['accepted']);
  transport.abandon();
  expect(await sent).toEqual(['failed', 'accepted']);
});
