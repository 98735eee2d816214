/** Fetches rounds of a beacon from its relays. Only signatures that were verified are returned. */
import { z } from 'zod';
import { SECOND } from '../../core/ist-time.ts';
import { type BeaconChain, isGenuineSignature } from '../../core/public-log/beacon-chain.ts';
import type { Timers } from '../clock.ts';
import { codeOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { nodeCrypto } from './node-crypto.ts';

export interface Beacon {
  /**
   * Asks the relays one after the other, each of them once, and returns the signature of the round in hex.
   * Null if no relay has it, or when aborted.
   */
  fetchRound(round: number, signal: AbortSignal): Promise<string | null>;
}

interface BeaconOptions {
  chain: BeaconChain;
  /** Addresses without a slash at the end. */
  relays: readonly string[];
  timers: Pick<Timers, 'after'>;
  log: Pick<Log, 'debug'>;
}

/** For each relay. */
const TIMEOUT = 5 * SECOND;
const MAX_BYTES = 64 * 1024;

const answerSchema = z.object({
  round: z.number(),
  signature: z.string(),
  randomness: z.string().optional(),
});

/** Why a relay's answer does not count. Never in the words of the relay, because it is logged. */
interface Failure {
  reason: string;
}

export function createBeacon({ chain, relays, timers, log }: BeaconOptions): Beacon {
  /** Begins with the relay that answered last. */
  let order = relays;

  async function askRelay(relay: string, round: number, signal: AbortSignal): Promise<string | null> {
    const address = `${relay}/${chain.id}/public/${round}`;
    const response = await fetchText(address, timers, signal);
    const answer = 'text' in response ? await checkAnswer(response.text, chain, round) : response;
    if ('signature' in answer) return answer.signature;
    // The host alone: a path may contain the operator's key for the relay.
    log.debug('a beacon relay gave no valid answer', { relay: new URL(relay).host, round, ...answer });
    return null;
  }

  return {
    async fetchRound(round, signal) {
      for (const relay of order) {
        if (signal.aborted) return null;
        const signature = await askRelay(relay, round, signal);
        if (signature === null) continue;
        order = [relay, ...relays.filter((other) => other !== relay)];
        return signature;
      }
      return null;
    },
  };
}

async function fetchText(
  address: string,
  timers: BeaconOptions['timers'],
  signal: AbortSignal,
): Promise<{ text: string } | Failure> {
  const request = new AbortController();
  const cancelTimeout = timers.after(TIMEOUT, () => request.abort());
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, request.signal]),
      redirect: 'manual',
      // Not compressed: a few bytes could become gigabytes.
      headers: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
      decompress: false,
    });
    if (response.status !== 200) return { reason: `status ${response.status}` };
    const text = await readText(response);
    return text === null ? { reason: `more than ${MAX_BYTES} bytes` } : { text };
  } catch (error) {
    if (signal.aborted) return { reason: 'aborted' };
    return { reason: request.signal.aborted ? 'timeout' : (codeOf(error) ?? 'no connection') };
  } finally {
    cancelTimeout();
    // Closes the connection if the response was not read to its end.
    request.abort();
  }
}

/** Null if it is too long. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function checkAnswer(
  text: string,
  chain: BeaconChain,
  round: number,
): Promise<{ signature: string } | Failure> {
  const answer = parseAnswer(text);
  if (answer === null) return { reason: 'malformed' };
  const { signature, randomness } = answer;
  if (answer.round !== round) return { reason: 'another round' };
  if (!(await isGenuineSignature(chain, round, signature, nodeCrypto))) return { reason: 'false signature' };
  const hash = await nodeCrypto.sha256(Uint8Array.fromHex(signature));
  if (randomness !== undefined && randomness !== hash.toHex()) return { reason: 'false randomness' };
  return { signature };
}

function parseAnswer(text: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
