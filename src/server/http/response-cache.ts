/** Answers kept as ready bytes, per encoding, until the data or the clock makes them stale. */
import { compress, type Encoding, encodingFor } from './encoding.ts';

/** An answer as it was made, before anyone's encoding. */
interface Entry {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  tag: string;
  /** The instant from which it must be made anew. */
  validUntil: number;
  version: number;
  variants: Map<Encoding, { body: Uint8Array<ArrayBuffer>; headers: Headers }>;
}

export interface ResponseCache {
  /** The kept answer for the key, or the one that `produce` makes; several askers wait for one making. */
  respond(request: Request, key: string, produce: () => Promise<Response>): Response | Promise<Response>;
}

export interface CacheState {
  now(): number;
  /** Grows with every change that the public can see. */
  dataVersion(): number;
  /** The next instant at which the clock alone changes what is shown. */
  nextPhaseChange(): number;
}

const MOST_BYTES = 64 * 1024 * 1024;

export function createResponseCache(state: CacheState): ResponseCache {
  // A Map keeps the order of insertion: the first key is the one that was not asked for the longest.
  const entries = new Map<string, Entry>();
  const making = new Map<string, Promise<Entry>>();
  let bytesKept = 0;

  function forget(key: string): void {
    bytesKept -= entries.get(key)?.body.byteLength ?? 0;
    entries.delete(key);
  }

  function keep(key: string, entry: Entry): void {
    forget(key);
    entries.set(key, entry);
    bytesKept += entry.body.byteLength;
    for (const oldest of entries.keys()) {
      if (bytesKept <= MOST_BYTES) break;
      forget(oldest);
    }
  }

  function find(key: string): Entry | null {
    const entry = entries.get(key);
    if (!entry || entry.version !== state.dataVersion() || entry.validUntil <= state.now()) return null;
    return entry;
  }

  async function make(key: string, produce: () => Promise<Response>): Promise<Entry> {
    // Taken before producing: data that changes meanwhile makes the result stale at once.
    const version = state.dataVersion();
    const phaseChange = state.nextPhaseChange();
    const response = await produce();
    const body = new Uint8Array(await response.arrayBuffer());
    const lifetime = sharedLifetime(response.headers.get('cache-control'));
    const entry: Entry = {
      status: response.status,
      headers: response.headers,
      body,
      tag: response.headers.get('etag') ?? `W/"${Bun.hash(body).toString(36)}"`,
      validUntil: Math.min(state.now() + lifetime, phaseChange),
      version,
      variants: new Map(),
    };
    if (response.status === 200 && lifetime > 0) keep(key, entry);
    return entry;
  }

  return {
    respond(request, key, produce) {
      const entry = find(key);
      if (entry) return answer(request, entry);
      const versionedKey = `${state.dataVersion()} ${key}`;
      let pending = making.get(versionedKey);
      if (!pending) {
        pending = make(key, produce).finally(() => making.delete(versionedKey));
        making.set(versionedKey, pending);
      }
      return pending.then((made) => answer(request, made));
    },
  };
}

/** How long, in milliseconds, an answer may be shared: what it tells a CDN holds for this cache too. */
function sharedLifetime(cacheControl: string | null): number {
  const seconds = /\bs-maxage=(\d+)/.exec(cacheControl ?? '')?.[1];
  return seconds === undefined ? 0 : Number(seconds) * 1000;
}

/** The answer for this client: its encoding, or only the news that nothing has changed. */
function answer(request: Request, entry: Entry): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding'), entry.body.byteLength);
  let variant = entry.variants.get(encoding);
  if (!variant) {
    const body = compress(entry.body, encoding);
    variant = { body, headers: headersOf(entry, encoding, body.byteLength) };
    entry.variants.set(encoding, variant);
  }
  if (entry.status === 200 && matchesTag(request.headers.get('if-none-match'), entry.tag)) {
    return new Response(null, { status: 304, headers: withoutBodyHeaders(variant.headers) });
  }
  return new Response(request.method === 'HEAD' ? null : variant.body, {
    status: entry.status,
    headers: variant.headers,
  });
}

function headersOf(entry: Entry, encoding: Encoding, length: number): Headers {
  const headers = new Headers(entry.headers);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(length));
  // Weak tags, because the same one stands for every encoding of the answer.
  if (entry.status === 200) headers.set('ETag', entry.tag);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return headers;
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
