/** Relays of a beacon on this machine, which answer as they should or as a test says, and what is fetched from them. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answerOf, createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { createLog } from '../../src/server/log.ts';
import { createBeacon } from '../../src/server/public-log/beacon.ts';
import { type LocalBeacon, type LocalBeaconOptions, startBeacon } from '../support/beacon-chain.ts';
import { type Cleanups, cleanUpAfterEach } from '../support/cleanups.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';

export const ROUND = 25_512_345;
export const signer = createBeaconSigner();
export const SIGNATURE = signer.sign(ROUND);
export const ANSWER = answerOf(ROUND, SIGNATURE);
export const NEVER = new AbortController().signal;

const cleanups: Cleanups = [];

/** Must be called by the test file. */
export const stopRelaysAfterEach = () => cleanUpAfterEach(cleanups);

export function startRelay(options: LocalBeaconOptions = {}) {
  const relay = startBeacon({ signer, ...options });
  cleanups.push(relay.stop);
  return relay;
}

/** A relay that gives the same response to every request. */
export function startRelayWith(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit = {}) {
  const fetch = () => new Response(body, init);
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch });
  cleanups.push(() => server.stop(true));
  return { url: server.url.origin };
}

/** A relay that does not speak HTTP as it should. */
export async function startRawRelay(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => onConnection(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Timeouts pass only when the test advances the time. */
export function openBeacon(relays: readonly { url: string }[]) {
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

export async function receivesRequest(relay: LocalBeacon): Promise<void> {
  while (relay.requests() === 0) await Bun.sleep(5);
}
