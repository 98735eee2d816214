import { afterEach, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { HttpServer } from './identify-requests.ts';
import { spreadOverTurns } from './turns.ts';

let server: HttpServer;
afterEach(() => server.stop(true));

/** Holds the event loop, as a handler does that never waits. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Starts a server whose requests take a millisecond each; counts them, and those that wait for another turn. */
function start() {
  const counts = { handled: 0, waiting: 0 };
  const handle = spreadOverTurns((request: Request) => {
    hold(1);
    counts.handled += 1;
    return new Response(new URL(request.url).pathname);
  });
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, self) {
      const response = handle(request, self as HttpServer);
      if (response instanceof Promise) counts.waiting += 1;
      return response;
    },
  }) as HttpServer;
  return counts;
}

async function open() {
  const socket = connect({ host: '127.0.0.1', port: server.port ?? 0 });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('timers run before all requests are handled that one connection has sent', async () => {
  const counts = start();
  const socket = await open();
  const requests = 200;
  socket.write(REQUEST.repeat(requests));
  while (counts.handled === 0) await Bun.sleep(0);
  expect(counts.handled).toBeLessThan(requests / 4);
  expect(counts.waiting).toBeGreaterThan(0);
  socket.destroy();
});

test('requests of different connections do not wait for another turn', async () => {
  const counts = start();
  const sockets = await Promise.all(Array.from({ length: 40 }, open));
  const responses = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write(REQUEST);
  await Promise.all(responses);
  expect(counts).toEqual({ handled: 40, waiting: 0 });
  for (const socket of sockets) socket.destroy();
});

test('a request that waits is handled', async () => {
  const counts = start();
  const socket = await open();
  socket.write(REQUEST.repeat(200));
  while (counts.waiting === 0) await Bun.sleep(0);
  const before = counts.handled;
  while (counts.handled === before) await Bun.sleep(0);
  socket.destroy();
});
