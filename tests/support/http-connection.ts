/** HTTP/1.1 over plain sockets with keep-alive: sends requests as exact bytes and parses the responses. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Socket } from 'bun';

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Without chunks and compression. */
  body: Buffer;
}

interface HttpRequest {
  bytes: Uint8Array;
  isHead: boolean;
  /** How long to wait for the response, in milliseconds. */
  timeoutMs: number;
}

export interface Connection {
  /** Returns null if there is no complete response, after a timeout or a closed connection. */
  exchange(request: HttpRequest): Promise<HttpResponse | null>;
  close(): void;
}

/** Sends one request at a time; connects again if the connection was closed. */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  let socket: Socket<undefined> | null = null;
  let received = Buffer.alloc(0);
  let notify = (): void => {};

  async function connect(): Promise<Socket<undefined>> {
    received = Buffer.alloc(0);
    const opened: Socket<undefined> = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(from, bytes) {
          if (from !== socket) return;
          received = Buffer.concat([received, bytes]);
          notify();
        },
        drain: (from) => void (from === socket && notify()),
        error: () => {},
        close(from) {
          if (from !== socket) return;
          socket = null;
          notify();
        },
      },
    });
    return opened;
  }

  function drop(): void {
    const dropped = socket;
    socket = null;
    dropped?.terminate();
  }

  /** Resolves at the next event of the socket, or after the time. */
  function wait(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, Math.max(0, milliseconds));
    notify = resolve;
    return promise.finally(() => clearTimeout(timeout));
  }

  return {
    async exchange({ bytes, isHead, timeoutMs }) {
      socket ??= await connect();
      received = Buffer.alloc(0);
      const deadline = performance.now() + timeoutMs;
      let sent = 0;
      while (true) {
        if (socket && sent < bytes.length) sent += Math.max(0, socket.write(bytes.subarray(sent)));
        const isClosed = socket === null;
        const parsed = parseResponse(received, isHead, isClosed);
        if (parsed) {
          if (parsed.isLast || sent < bytes.length) drop();
          return parsed.response;
        }
        if (isClosed || performance.now() >= deadline) {
          drop();
          return null;
        }
        await wait(deadline - performance.now());
      }
    },
    close: drop,
  };
}

interface ParsedResponse {
  response: HttpResponse;
  /** The connection cannot be used again. */
  isLast: boolean;
}

const HEAD_END = '\r\n\r\n';

/** Returns null while the response is incomplete. Of a stream, the first message is the body. */
function parseResponse(bytes: Buffer, isHead: boolean, isClosed: boolean): ParsedResponse | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(end + HEAD_END.length);
  if (status >= 100 && status < 200) return parseResponse(rest, isHead, isClosed);
  const headers = readHeaders(lines);
  const isLast = headers.get('Connection')?.toLowerCase() === 'close';
  const complete = (body: Buffer, ends = isLast): ParsedResponse => ({
    response: { status, headers, body: decode(body, headers.get('Content-Encoding')) },
    isLast: ends,
  });
  if (isHead || status === 204 || status === 304) return complete(Buffer.alloc(0));
  if (headers.get('Transfer-Encoding') === 'chunked') {
    const { body, isComplete } = readChunks(rest);
    const isStream = headers.get('Content-Type') === 'text/event-stream';
    if (isStream && body.includes('\n\n')) return complete(body, true);
    return isComplete ? complete(body) : null;
  }
  const length = headers.get('Content-Length');
  // A response of Bun's own HTTP parser has no length, and the connection is closed much later.
  if (length === null) return isClosed || isLast ? complete(rest, true) : null;
  return rest.length < Number(length) ? null : complete(rest.subarray(0, Number(length)));
}

function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

function readChunks(bytes: Buffer): { body: Buffer; isComplete: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  while (true) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (Number.isNaN(size) || bytes.length < start + size + 2) {
      return { body: Buffer.concat(parts), isComplete: false };
    }
    if (size === 0) return { body: Buffer.concat(parts), isComplete: true };
    parts.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function decode(body: Buffer, encoding: string | null): Buffer {
  if (encoding === null || encoding === 'identity' || body.length === 0) return body;
  const decoder = DECODERS[encoding];
  if (!decoder) throw new Error(`a response has the unknown encoding ${encoding}`);
  return decoder(body);
}
