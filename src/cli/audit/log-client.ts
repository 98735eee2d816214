/** Reads the files of a site. They are limited in size and time, and come from no other host. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../core/ist-time.ts';
import type { Bytes } from '../../core/public-log/crypto.ts';

export interface LogClient {
  /** The origin of the site. */
  site: string;
  /** Rejects with `ReadFailed` only. */
  readBytes(path: string, maxBytes: number): Promise<Bytes>;
  /** Rejects with `ReadFailed` only, including for text that is not UTF-8. */
  readText(path: string, maxBytes: number): Promise<string>;
  /** Cancels all requests. */
  close(): void;
}

/** Its message says what is wrong with which path, without a full stop. */
export class ReadFailed extends Error {
  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
  }
}

/** There is no response, or one with an error status. */
export class Unreachable extends ReadFailed {
  readonly status: number | null;

  constructor(path: string, reason: string, status: number | null) {
    super(path, reason);
    this.status = status;
  }
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Pause = (milliseconds: number) => Promise<unknown>;

interface ClientOptions {
  url: string;
  fetch?: Fetch | undefined;
  pause?: Pause | undefined;
  /** Milliseconds for one request with its body. */
  timeout?: number | undefined;
}

const TIMEOUT = 30 * SECOND;
const PAUSES = [SECOND, 3 * SECOND];
const MAX_REDIRECTS = 3;

export function createLogClient({
  url,
  fetch: send = fetch,
  pause = sleep,
  timeout = TIMEOUT,
}: ClientOptions): LogClient {
  const site = new URL(url).origin;
  const closing = new AbortController();

  async function readOnce(path: string, maxBytes: number): Promise<Bytes> {
    const timedOut = AbortSignal.timeout(timeout);
    const signal = AbortSignal.any([timedOut, closing.signal]);
    try {
      const response = await follow(new URL(path, site), path, signal);
      if (response.ok) return await readBody(response, path, maxBytes);
      await response.body?.cancel();
      throw new Unreachable(path, `returns status ${response.status}`, response.status);
    } catch (error) {
      if (error instanceof ReadFailed) throw error;
      const reason = timedOut.aborted ? `takes more than ${timeout / SECOND} s` : (error as Error).message;
      throw new Unreachable(path, `cannot be fetched: ${reason}`, null);
    }
  }

  async function follow(first: URL, path: string, signal: AbortSignal): Promise<Response> {
    let address = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await send(address.href, { redirect: 'manual', signal });
      const location = response.headers.get('Location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      address = nextAddress(address, location, path);
    }
    throw new ReadFailed(path, 'redirects too often');
  }

  async function readBytes(path: string, maxBytes: number): Promise<Bytes> {
    for (const milliseconds of PAUSES) {
      try {
        return await readOnce(path, maxBytes);
      } catch (error) {
        const isFinal = !(error instanceof Unreachable) || !mayPass(error) || closing.signal.aborted;
        if (isFinal) throw error;
        await pause(milliseconds);
      }
    }
    return readOnce(path, maxBytes);
  }

  return {
    site,
    readBytes,
    async readText(path, maxBytes) {
      const text = decodeText(await readBytes(path, maxBytes));
      if (text === null) throw new ReadFailed(path, 'is not UTF-8');
      return text;
    },
    close: () => closing.abort(),
  };
}

/** Throws for another host, and for one that is no longer encrypted. */
function nextAddress(address: URL, location: string, path: string): URL {
  if (!URL.canParse(location, address.href)) throw new ReadFailed(path, 'redirects to no address');
  const next = new URL(location, address);
  const isDowngrade = address.protocol === 'https:' && next.protocol !== 'https:';
  if (!/^https?:$/.test(next.protocol) || next.host !== address.host || isDowngrade) {
    throw new ReadFailed(path, `redirects to ${next.protocol}//${next.host}, which is not followed`);
  }
  return next;
}

/** Whether it is worth another attempt. */
const mayPass = ({ status }: Unreachable): boolean => status === null || status === 429 || status >= 500;

async function readBody(response: Response, path: string, maxBytes: number): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new ReadFailed(path, `is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Null for anything but UTF-8. */
export function decodeText(bytes: Bytes): string | null {
  try {
    // A byte order mark is a part of the text: without it the hash would be another one.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
