/** Responses kept as ready bytes, per encoding, until the data or the clock makes them stale. */
import { LRUCache } from 'lru-cache';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { SECOND } from '../../core/ist-time.ts';
import { compress, type Encoding, encodingFor } from './encoding.ts';

/** A response before it is encoded for anyone. */
interface Entry {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  tag: string;
  /** The instant from which it must be made again. */
  validUntil: number;
  isShareable: boolean;
  /** Whoever sends it still writes into it, so it stays as it is. */
  isProblem: boolean;
  variants: Map<Encoding, Variant>;
}

interface Variant {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

export interface ResponseCache {
  /**
   * Returns the kept response for the key, or makes one with `produce`, which must not depend on who asks.
   * Clients that come while it is being made wait for it, and share it if it proves shareable.
   */
  respond(request: Request, key: string, produce: () => Promise<Response>): Response | Promise<Response>;
  /** What is kept now, and how often something kept was found or had to be made. */
  state(): ResponseCacheState;
}

interface ResponseCacheState {
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

export interface CacheState {
  now(): number;
  /** Grows with every change that the public can see. */
  dataVersion(): number;
  /** The next instant at which the clock alone changes what is shown. */
  nextPhaseChange(): number;
}

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_ENTRIES = 2_000;
/** What a response costs besides its texts and bytes: objects, maps, the engine's own headers. */
const OVERHEAD = 2_048;
const DROP_STALE_EVERY = 10 * SECOND;

export function createResponseCache(state: CacheState): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    max: MOST_ENTRIES,
    maxSize: MOST_BYTES,
    sizeCalculation: bytesOf,
  });
  const making = new Map<string, Promise<Entry>>();
  let version = state.dataVersion();
  let dropStaleAt = 0;
  let hits = 0;
  let misses = 0;

  function dropStale(): void {
    const now = state.now();
    if (now < dropStaleAt) return;
    dropStaleAt = now + DROP_STALE_EVERY;
    for (const [key, { validUntil }] of [...entries.entries()]) if (validUntil <= now) entries.delete(key);
  }

  function find(key: string): Entry | null {
    if (version !== state.dataVersion()) {
      version = state.dataVersion();
      entries.clear();
    }
    const entry = entries.get(key);
    return entry && entry.validUntil > state.now() ? entry : null;
  }

  async function make(key: string, produce: () => Promise<Response>): Promise<Entry> {
    // Read before producing: data that changes meanwhile makes the result stale at once.
    const madeFrom = state.dataVersion();
    const phaseChange = state.nextPhaseChange();
    const response = await produce();
    const body = new Uint8Array(await response.arrayBuffer());
    const lifetime = response.status === 200 ? sharedLifetime(response.headers) : 0;
    const entry: Entry = {
      status: response.status,
      headers: response.headers,
      body,
      tag: response.headers.get('etag') ?? `W/"${Bun.hash(body).toString(36)}"`,
      validUntil: Math.min(state.now() + lifetime, phaseChange),
      isShareable: lifetime > 0 || (response.status >= 400 && !response.headers.has('set-cookie')),
      isProblem: response.headers.get('content-type') === PROBLEM_CONTENT_TYPE,
      variants: new Map(),
    };
    if (lifetime > 0 && madeFrom === state.dataVersion()) {
      dropStale();
      entries.set(key, entry);
    }
    return entry;
  }

  async function makeTogether(key: string, produce: () => Promise<Response>): Promise<Entry> {
    const versionedKey = `${state.dataVersion()} ${key}`;
    const pending = making.get(versionedKey);
    if (pending) {
      const made = await pending;
      return made.isShareable ? made : make(key, produce);
    }
    const made = make(key, produce).finally(() => making.delete(versionedKey));
    making.set(versionedKey, made);
    return made;
  }

  function answer(request: Request, key: string, entry: Entry): Response {
    const encoding = entry.isProblem
      ? 'identity'
      : encodingFor(request.headers.get('accept-encoding'), entry.body.byteLength);
    let variant = entry.variants.get(encoding);
    if (!variant) {
      variant = encodeAs(entry, encoding);
      entry.variants.set(encoding, variant);
      // Stored again, because its size is taken only once.
      if (entries.peek(key) === entry) {
        entries.delete(key);
        entries.set(key, entry);
      }
    }
    if (entry.status === 200 && matchesTag(request.headers.get('if-none-match'), entry.tag)) {
      return new Response(null, { status: 304, headers: withoutBodyHeaders(variant.headers) });
    }
    return new Response(request.method === 'HEAD' ? null : variant.body, {
      status: entry.status,
      headers: variant.headers,
    });
  }

  return {
    respond(request, key, produce) {
      const entry = find(key);
      if (entry) {
        hits += 1;
        return answer(request, key, entry);
      }
      misses += 1;
      return makeTogether(key, produce).then((made) => answer(request, key, made));
    },
    state: () => ({ entries: entries.size, bytes: entries.calculatedSize, hits, misses }),
  };
}

/** How long, in milliseconds, a response may be shared: what it tells a CDN holds for this cache too. */
function sharedLifetime(headers: Headers): number {
  const cacheControl = headers.get('cache-control') ?? '';
  if (headers.has('set-cookie') || !/\bpublic\b/.test(cacheControl)) return 0;
  const seconds = /\bs-maxage=(\d+)/.exec(cacheControl)?.[1];
  return seconds === undefined ? 0 : Number(seconds) * SECOND;
}

function bytesOf(entry: Entry, key: string): number {
  let bytes = OVERHEAD + 2 * key.length + lengthOf(entry.headers) + entry.body.byteLength;
  for (const { body, headers } of entry.variants.values()) {
    // Where nothing is compressed, the variant is the body itself.
    bytes += OVERHEAD + lengthOf(headers) + (body === entry.body ? 0 : body.byteLength);
  }
  return bytes;
}

function lengthOf(headers: Headers): number {
  let characters = 0;
  for (const [name, value] of headers) characters += name.length + value.length;
  return characters;
}

function encodeAs(entry: Entry, encoding: Encoding): Variant {
  const body = compress(entry.body, encoding);
  const headers = new Headers(entry.headers);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.byteLength));
  // Weak tags, because every encoding of the response has the same one.
  if (entry.status === 200) headers.set('ETag', entry.tag);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return { body, headers };
}

function withoutBodyHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['Content-Length', 'Content-Encoding', 'Content-Type']) kept.delete(name);
  return kept;
}

function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  const plainTag = tag.replace(/^W\//, '');
  const candidates = ifNoneMatch?.split(',').map((candidate) => candidate.trim().replace(/^W\//, '')) ?? [];
  return candidates.includes('*') || candidates.includes(plainTag);
}
