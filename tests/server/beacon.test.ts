/** Rounds are fetched from relays over HTTP, and no answer of a relay counts before it is verified. */
import { describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answerOf, createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { SECOND } from '../../src/core/ist-time.ts';
import { roundTime } from '../../src/core/public-log/beacon-chain.ts';
import type { Timers } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config.ts';
import { createLog } from '../../src/server/log.ts';
import { createBeacon } from '../../src/server/public-log/beacon.ts';
import {
  type BeaconFault,
  type LocalBeacon,
  type LocalBeaconOptions,
  startBeacon,
} from '../support/beacon-chain.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';

const ROUND = 25_512_345;
const signer = createBeaconSigner();
const SIGNATURE = signer.sign(ROUND);
const ANSWER = answerOf(ROUND, SIGNATURE);
const NEVER = new AbortController().signal;

const cleanups = cleanUpAfterEach();

function startRelay(options: LocalBeaconOptions = {}) {
  const relay = startBeacon({ signer, ...options });
  cleanups.push(relay.stop);
  return relay;
}

/** A relay that gives the same response to every request. */
function startRelayWith(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit = {}) {
  const fetch = () => new Response(body, init);
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch });
  cleanups.push(() => server.stop(true));
  return { url: server.url.origin };
}

/** A relay that does not speak HTTP as it should. */
async function startRawRelay(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => onConnection(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Timeouts pass only when the test advances the time. */
function openBeacon(relays: readonly { url: string }[]) {
  const { clock, timers, advanceBy } = stepTimeFrom(0);
  const lines: string[] = [];
  const log = createLog('debug', clock, (line) => lines.push(line));
  const beacon = createBeacon({ chain: signer.chain, relays: relays.map(({ url }) => url), timers, log });
  return {
    lines,
    advanceBy,
    fetchRound: (signal = NEVER, round = ROUND) => beacon.fetchRound(round, signal),
  };
}

async function receivesRequest(relay: LocalBeacon): Promise<void> {
  while (relay.requests() === 0) await Bun.sleep(5);
}

test('returns the signature of the round', async () => {
  const relay = startRelay();
  const { fetchRound, lines } = openBeacon([relay]);
  expect(await fetchRound()).toBe(SIGNATURE);
  expect(await fetchRound(NEVER, 1)).toBe(signer.sign(1));
  expect(relay.requests()).toBe(2);
  expect(lines).toEqual([]);
});

test('BEACON can name the chain of a local server', async () => {
  const relay = startRelay();
  const { beacon } = readConfig({ BEACON: relay.setting });
  expect(beacon).toEqual({ chain: signer.chain, relays: [relay.url] });
});

test('a round that is not out yet is not returned until it is', async () => {
  let time = roundTime(signer.chain, ROUND) - 1;
  const { fetchRound, lines } = openBeacon([startRelay({ now: () => time })]);
  expect(await fetchRound()).toBeNull();
  expect(lines.join()).toContain('status 425');
  time += 1;
  expect(await fetchRound()).toBe(SIGNATURE);
});

const FAULTS: [fault: BeaconFault, reason: string][] = [
  ['off', 'ECONNREFUSED'],
  ['wrong signature', 'false signature'],
  ['wrong round', 'another round'],
  ['malformed JSON', 'malformed'],
  ['huge', 'more than 65536 bytes'],
  ['redirect', 'status 302'],
];

describe.each(FAULTS)('a relay with the fault "%s"', (fault, reason) => {
  test('has no answer, and one again after the fault', async () => {
    const relay = startRelay();
    const { fetchRound, lines } = openBeacon([relay]);
    await relay.fail(fault);
    expect(await fetchRound()).toBeNull();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'debug', round: ROUND, reason, relay: new URL(relay.url).host }),
    ]);
    await relay.fail(null);
    expect(await fetchRound()).toBe(SIGNATURE);
  });

  test('is passed over for the next one', async () => {
    const relays = [startRelay(), startRelay()] as const;
    await relays[0].fail(fault);
    expect(await openBeacon(relays).fetchRound()).toBe(SIGNATURE);
    expect(relays[1].requests()).toBe(1);
  });
});

describe.each(['hanging', 'dripping'] as const)('a %s relay', (fault) => {
  test('is given five seconds, and each relay its own', async () => {
    const relays = [startRelay(), startRelay(), startRelay()] as const;
    for (const relay of relays.slice(0, 2)) await relay.fail(fault);
    const { fetchRound, lines, advanceBy } = openBeacon(relays);
    const result = fetchRound();
    for (const [index, relay] of relays.slice(0, 2).entries()) {
      await receivesRequest(relay);
      await advanceBy(5 * SECOND - 1);
      await Bun.sleep(50);
      expect(relays[index + 1]?.requests()).toBe(0);
      await advanceBy(1);
    }
    expect(await result).toBe(SIGNATURE);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['timeout', 'timeout']);
  });

  test('answers again after the fault', async () => {
    const relay = startRelay();
    await relay.fail(fault);
    const { fetchRound, advanceBy } = openBeacon([relay]);
    const result = fetchRound();
    await receivesRequest(relay);
    await advanceBy(5 * SECOND);
    expect(await result).toBeNull();
    await relay.fail(null);
    expect(await fetchRound()).toBe(SIGNATURE);
  });
});

describe('the order of the relays', () => {
  test('begins with the one that answered last', async () => {
    const relays = [startRelay(), startRelay(), startRelay()] as const;
    const { fetchRound } = openBeacon(relays);
    const requests = () => relays.map((relay) => relay.requests());
    await relays[0].fail('malformed JSON');
    await fetchRound();
    await relays[0].fail(null);
    await fetchRound();
    expect(requests()).toEqual([1, 2, 0]);

    await relays[1].fail('malformed JSON');
    expect(await fetchRound()).toBe(SIGNATURE);
    expect(requests()).toEqual([2, 3, 0]);
    await fetchRound();
    expect(requests()).toEqual([3, 3, 0]);
  });

  test('asks each of them once if none has the round', async () => {
    const relays = [startRelay({ now: () => 0 }), startRelay({ now: () => 0 })];
    expect(await openBeacon(relays).fetchRound()).toBeNull();
    expect(relays.map((relay) => relay.requests())).toEqual([1, 1]);
  });
});

describe('aborting', () => {
  test('ends a request at once and asks no other relay', async () => {
    const relays = [startRelay(), startRelay()] as const;
    await relays[0].fail('hanging');
    const controller = new AbortController();
    const { fetchRound, lines } = openBeacon(relays);
    const result = fetchRound(controller.signal);
    await receivesRequest(relays[0]);
    controller.abort();
    expect(await result).toBeNull();
    expect(relays[1].requests()).toBe(0);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['aborted']);
  });

  test('before the first request prevents it', async () => {
    const relay = startRelay();
    const { fetchRound, lines } = openBeacon([relay]);
    expect(await fetchRound(AbortSignal.abort())).toBeNull();
    expect(relay.requests()).toBe(0);
    expect(lines).toEqual([]);
  });
});

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

test('no timer remains after an answer', async () => {
  const relays = [startRelayWith('{}').url, startRelay().url];
  const { timers } = stepTimeFrom(0);
  const running = new Set<() => void>();
  const after: Timers['after'] = (milliseconds, run) => {
    const cancel = timers.after(milliseconds, run);
    running.add(cancel);
    return () => {
      running.delete(cancel);
      cancel();
    };
  };
  const beacon = createBeacon({ chain: signer.chain, relays, timers: { after }, log: { debug() {} } });
  expect(await beacon.fetchRound(ROUND, NEVER)).toBe(SIGNATURE);
  expect(running.size).toBe(0);
});

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
