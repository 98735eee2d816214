/** No answer of a relay counts before it is verified, and nothing of it is logged. */
import { describe, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import {
  ANSWER,
  openBeacon,
  ROUND,
  SIGNATURE,
  signer,
  startRawRelay,
  startRelay,
  startRelayWith,
  stopRelaysAfterEach,
} from './beacon-relays.ts';

stopRelaysAfterEach();

describe('of the answer', () => {
  test.each([
    ['without randomness', JSON.stringify({ round: ROUND, signature: SIGNATURE })],
    ['with more fields', JSON.stringify({ ...ANSWER, previous_signature: '' })],
  ])('one %s counts', async (_what, body) => {
    expect(await openBeacon([startRelayWith(body)]).fetchRound()).toBe(SIGNATURE);
  });

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', JSON.stringify([ANSWER])],
    ['no signature', JSON.stringify({ ...ANSWER, signature: undefined })],
    ['a signature that is no text', JSON.stringify({ ...ANSWER, signature: [SIGNATURE] })],
    ['a signature that is no hex', JSON.stringify({ ...ANSWER, signature: 'z'.repeat(96) })],
    ['a signature in upper case', JSON.stringify({ ...ANSWER, signature: SIGNATURE.toUpperCase() })],
    ['a longer signature', JSON.stringify({ ...ANSWER, signature: `${SIGNATURE}00` })],
    ['the signature of another round', JSON.stringify({ ...ANSWER, signature: signer.sign(ROUND + 1) })],
    ['the round as a text', JSON.stringify({ ...ANSWER, round: String(ROUND) })],
    ['no round', JSON.stringify({ ...ANSWER, round: undefined })],
    ['other randomness', JSON.stringify({ ...ANSWER, randomness: 'ab'.repeat(32) })],
    ['empty randomness', JSON.stringify({ ...ANSWER, randomness: '' })],
    ['a deep list', '['.repeat(60_000)],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ])('%s does not count', async (_what, body) => {
    expect(await openBeacon([startRelayWith(body)]).fetchRound()).toBeNull();
  });

  test.each([404, 425, 500, 203])('one with status %p does not count', async (status) => {
    expect(await openBeacon([startRelayWith(JSON.stringify(ANSWER), { status })]).fetchRound()).toBeNull();
  });

  test('one that is compressed does not count, because it may become long', async () => {
    const body = Bun.gzipSync(JSON.stringify(ANSWER));
    const relay = startRelayWith(body, { headers: { 'Content-Encoding': 'gzip' } });
    expect(await openBeacon([relay]).fetchRound()).toBeNull();
  });

  test.each([
    [64 * 1024, SIGNATURE],
    [64 * 1024 + 1, null],
  ])('one of %p bytes gives %p', async (length, expected) => {
    const relay = startRelayWith(JSON.stringify(ANSWER).padEnd(length));
    expect(await openBeacon([relay]).fetchRound()).toBe(expected);
  });
});

describe('a relay that does not speak HTTP', () => {
  test.each<[what: string, onConnection: (socket: Socket) => void]>([
    ['closes the connection', (socket) => socket.end()],
    ['sends anything', (socket) => socket.end('\u0000\u001b[31m<html>')],
    ['sends endless headers', (socket) => sendEndlessly(socket, 'HTTP/1.1 200 OK\r\n', 'X: x\r\n')],
    ['ends within the answer', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')],
  ])('and %s has no answer', async (_what, onConnection) => {
    const relay = await startRawRelay(onConnection);
    expect(await openBeacon([relay]).fetchRound()).toBeNull();
  });

  test.each<[what: string, send: (socket: Socket) => void]>([
    ['sends too much', (socket) => sendEndlessly(socket, 'HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(1000))],
    ['fails without an end', (socket) => socket.write('HTTP/1.1 500 Failed\r\nContent-Length: 99\r\n\r\n')],
  ])('and %s loses the connection', async (_what, send) => {
    const closed = Promise.withResolvers<void>();
    const relay = await startRawRelay((socket) => {
      socket.once('close', () => closed.resolve());
      send(socket);
    });
    expect(await openBeacon([relay]).fetchRound()).toBeNull();
    await closed.promise;
  });
});

function sendEndlessly(socket: Socket, head: string, part: string): void {
  socket.write(head);
  const send = () => {
    while (socket.writable && socket.write(part));
  };
  socket.on('drain', send);
  send();
}

test('nothing that a relay sends is logged, and of its address only the host', async () => {
  const marker = 'marker-of-the-relay';
  const headers = { 'X-Marker': marker, Location: `/${marker}` };
  const relays = [
    startRelayWith(JSON.stringify({ ...ANSWER, round: marker }), { headers }),
    startRelayWith(JSON.stringify({ ...ANSWER, signature: marker }), { headers }),
    startRelayWith(marker, { headers, status: 500, statusText: marker }),
    startRelayWith(marker, { headers, status: 301 }),
    await startRawRelay((socket) => socket.end(`${marker}\r\n\r\n`)),
    { url: `${startRelay().url}/key-of-the-operator` },
  ];
  const { fetchRound, lines } = openBeacon(relays);
  expect(await fetchRound()).toBeNull();
  expect(lines).toHaveLength(relays.length);
  expect(lines.join()).not.toContain(marker);
  expect(lines.join()).not.toContain('key-of-the-operator');
  for (const line of lines) {
    expect(line.length).toBeLessThan(300);
    expect(JSON.parse(line).level).toBe('debug');
  }
});
