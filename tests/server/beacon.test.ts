/** Rounds are fetched from relays over HTTP: in which order, for how long, and again after a fault. */
import { describe, expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { roundTime } from '../../src/core/public-log/beacon-chain.ts';
import type { Timers } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config.ts';
import { createBeacon } from '../../src/server/public-log/beacon.ts';
import type { BeaconFault } from '../support/beacon-chain.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import {
  NEVER,
  openBeacon,
  ROUND,
  receivesRequest,
  SIGNATURE,
  signer,
  startRelay,
  startRelayWith,
  stopRelaysAfterEach,
} from './beacon-relays.ts';

stopRelaysAfterEach();

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
