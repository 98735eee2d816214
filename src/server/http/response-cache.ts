/** Caches responses as bytes, per encoding, until the data or the time makes them stale. */
import { LRUCache } from 'lru-cache';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { SECOND } from '../../core/ist-time.ts';
import { REQUEST_ID_HEADER } from '../request-id.ts';
import type { Visitor, WorkQueue } from '../work-queue.ts';
import { compress, type Encoding, encodingFor } from './encoding.ts';
import type { SharedAddress } from './shared-routes.ts';

/** A response before it is encoded. */
interface Entry {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  tag: string;
  /** The instant from which it is stale. */
  validUntil: number;
  isShareable: boolean;
  isCompressible: boolean;
  variants: Map<Encoding, Variant>;
  /** The variants that are being compressed. */
  pending: Map<Encoding, Promise<Variant>>;
}

interface Variant {
  /** A `Response` does not copy it, unlike an array. */
  body: Blob;
  headers: Headers;
  /** Of a response without a body, for a client that has it already. */
  unchangedHeaders: Headers;
}

type Entries = LRUCache<string, Entry>;

/** The request that gets the response. */
interface Recipient {
  readonly id: string;
  isIdInHeaders: boolean;
}

export interface ResponseCache {
  /**
   * Returns the cached response for the address, or creates one with `produce`, which must not depend on the client.
   * Requests during its creation wait for it, and share it if it is shareable. Throws `busy` when too much waits.
   */
  respond(
    request: Request,
    address: SharedAddress,
    recipient: Recipient,
    parts: { visitor(): Visitor; produce(): Promise<Response> },
  ): Response | Promise<Response>;
  /** The size of the cache, and its hits and misses since the start. A request that waits for another one is a miss. */
  statistics(): CacheStatistics;
}

interface CacheStatistics {
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

export interface CacheInputs {
  now(): number;
  /** Increases with every change that the public can see. */
  dataVersion(): number;
  /** The next instant at which the content changes without a change of the data. */
  nextPhaseChange(): number;
  /** Decide which responses are created, and when. */
  queues: Readonly<Record<SharedAddress['queue'], WorkQueue>>;
}

/** The ordinary addresses are few; all others, which anyone can make up, have room of their own. */
const MOST_BYTES = { ordinary: 12 * 1024 * 1024, other: 20 * 1024 * 1024 };
/** The id of the request is added to a problem later; the others are compressed already. */
const INCOMPRESSIBLE = [PROBLEM_CONTENT_TYPE, 'image/png', 'application/pdf'];
const MOST_ENTRIES = 2_000;
/** The memory of an entry besides its strings and bytes: objects, maps, headers. */
const OVERHEAD = 2_048;
const DROP_STALE_EVERY = 10 * SECOND;

export function createResponseCache(inputs: CacheInputs): ResponseCache {
  const [ordinary, other] = [MOST_BYTES.ordinary, MOST_BYTES.other].map(
    (maxSize) => new LRUCache<string, Entry>({ max: MOST_ENTRIES, maxSize, sizeCalculation: bytesOf }),
  ) as [Entries, Entries];
  const rooms = [ordinary, other];
  const roomOf = ({ isOrdinary }: SharedAddress): Entries => (isOrdinary ? ordinary : other);
  let version = inputs.dataVersion();
  let dropStaleAt = 0;
  let hits = 0;
  let misses = 0;

  function dropStale(): void {
    const now = inputs.now();
    if (now < dropStaleAt) return;
    dropStaleAt = now + DROP_STALE_EVERY;
    for (const entries of rooms) {
      for (const [key, { validUntil }] of [...entries.entries()]) if (validUntil <= now) entries.delete(key);
    }
  }

  function find(address: SharedAddress): Entry | null {
    if (version !== inputs.dataVersion()) {
      version = inputs.dataVersion();
      for (const entries of rooms) entries.clear();
    }
    const entry = roomOf(address).get(address.key);
    return entry && entry.validUntil > inputs.now() ? entry : null;
  }

  async function create(address: SharedAddress, produce: () => Promise<Response>): Promise<Entry> {
    // Read first: if the data changes during `produce`, the response is already stale.
    const madeFrom = inputs.dataVersion();
    const phaseChange = inputs.nextPhaseChange();
    const response = await produce();
    const body = new Uint8Array(await response.arrayBuffer());
    const lifetime = sharedLifetime(response);
    const entry: Entry = {
      status: response.status,
      headers: response.headers,
      body,
      tag: response.headers.get('etag') ?? `W/"${Bun.hash(body).toString(36)}"`,
      validUntil: Math.min(inputs.now() + lifetime, phaseChange),
      isShareable: lifetime > 0 || (response.status >= 400 && !response.headers.has('set-cookie')),
      isCompressible: !INCOMPRESSIBLE.includes(response.headers.get('content-type') ?? ''),
      variants: new Map(),
      pending: new Map(),
    };
    if (lifetime > 0 && madeFrom === inputs.dataVersion()) {
      dropStale();
      roomOf(address).set(address.key, entry);
    }
    return entry;
  }

  async function createInTurn(
    address: SharedAddress,
    visitor: Visitor,
    produce: () => Promise<Response>,
  ): Promise<Entry> {
    const queue = inputs.queues[address.queue];
    const key = `${inputs.dataVersion()} ${address.key}`;
    let isOwn = false;
    const entry = await queue.run({ key, visitor, hasPriority: address.isOrdinary }, () => {
      isOwn = true;
      return create(address, produce);
    });
    if (isOwn || entry.isShareable) return entry;
    return queue.run({ key: null, visitor }, () => create(address, produce));
  }

  /** Compresses once for all who wait. */
  function encode(address: SharedAddress, entry: Entry, encoding: Encoding): Promise<Variant> {
    let pending = entry.pending.get(encoding);
    if (!pending) {
      pending = encodeAs(entry, encoding)
        .then((variant) => {
          entry.variants.set(encoding, variant);
          // Stored again, because `LRUCache` calculates the size only in `set`.
          const entries = roomOf(address);
          if (entries.peek(address.key) === entry) {
            entries.delete(address.key);
            entries.set(address.key, entry);
          }
          return variant;
        })
        .finally(() => entry.pending.delete(encoding));
      entry.pending.set(encoding, pending);
    }
    return pending;
  }

  function toResponse(
    request: Request,
    address: SharedAddress,
    entry: Entry,
    recipient: Recipient,
  ): Response | Promise<Response> {
    const encoding = entry.isCompressible
      ? encodingFor(request.headers.get('accept-encoding'), entry.body.byteLength)
      : 'identity';
    const variant = entry.variants.get(encoding);
    return variant
      ? responseOf(request, entry, variant, recipient)
      : encode(address, entry, encoding).then((encoded) => responseOf(request, entry, encoded, recipient));
  }

  return {
    respond(request, address, recipient, { visitor, produce }) {
      const entry = find(address);
      if (entry) {
        hits += 1;
        return toResponse(request, address, entry, recipient);
      }
      misses += 1;
      return createInTurn(address, visitor(), produce).then((created) =>
        toResponse(request, address, created, recipient),
      );
    },
    statistics: () => ({
      entries: ordinary.size + other.size,
      bytes: ordinary.calculatedSize + other.calculatedSize,
      hits,
      misses,
    }),
  };
}

/** How many milliseconds a response may be shared: `s-maxage` applies to this cache as to a CDN. */
function sharedLifetime({ status, headers }: Response): number {
  const cacheControl = headers.get('cache-control') ?? '';
  if (status !== 200 || headers.has('set-cookie') || !/\bpublic\b/.test(cacheControl)) return 0;
  const seconds = /\bs-maxage=(\d+)/.exec(cacheControl)?.[1];
  return seconds === undefined ? 0 : Number(seconds) * SECOND;
}

function bytesOf(entry: Entry, key: string): number {
  let bytes = OVERHEAD + 2 * key.length + lengthOf(entry.headers) + entry.body.byteLength;
  for (const { body, headers } of entry.variants.values()) bytes += OVERHEAD + lengthOf(headers) + body.size;
  return bytes;
}

function lengthOf(headers: Headers): number {
  let characters = 0;
  for (const [name, value] of headers) characters += name.length + value.length;
  return characters;
}

function responseOf(request: Request, entry: Entry, variant: Variant, recipient: Recipient): Response {
  const isUnchanged = entry.status === 200 && matchesTag(request.headers.get('if-none-match'), entry.tag);
  const headers = isUnchanged ? variant.unchangedHeaders : variant.headers;
  if (entry.status === 200) addId(headers, recipient);
  if (isUnchanged) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : variant.body, { status: entry.status, headers });
}

async function encodeAs(entry: Entry, encoding: Encoding): Promise<Variant> {
  const body = new Blob([await compress(entry.body, encoding)]);
  const headers = new Headers(entry.headers);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.size));
  // Weak, because all encodings of the response have the same tag.
  if (entry.status === 200) headers.set('ETag', entry.tag);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return { body, headers, unchangedHeaders: withoutBodyHeaders(headers) };
}

/** Into headers that all requests share: a `Response` copies them, which is faster than changing those of the copy. */
function addId(headers: Headers, recipient: Recipient): void {
  headers.set(REQUEST_ID_HEADER, recipient.id);
  recipient.isIdInHeaders = true;
}

function withoutBodyHeaders(headers: Headers): Headers {
  const remaining = new Headers(headers);
  for (const name of ['Content-Length', 'Content-Encoding', 'Content-Type']) remaining.delete(name);
  return remaining;
}

/** Far more than any client has tags of a response. */
const LONGEST_CONDITION = 1_000;

export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch.length > LONGEST_CONDITION) return false;
  const plainTag = tag.replace(/^W\//, '');
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.includes('*') || candidates.includes(plainTag);
}
