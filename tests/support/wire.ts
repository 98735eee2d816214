/** HTTP/1.1 over plain sockets: requests as exact bytes, answers as they came, with connections that are kept. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Socket } from 'bun';

export interface WireAnswer {
  status: number;
  headers: Headers;
  /** Decoded: without chunks and without compression. */
  body: Buffer;
}

interface WireRequest {
  bytes: Uint8Array;
  isHead: boolean;
  /** How long to wait for an answer, in milliseconds. */
  patience: number;
}

export interface Connection {
  /** Null where the server closed the connection, or stayed silent, without a whole answer. */
  exchange(request: WireRequest): Promise<WireAnswer | null>;
  close(): void;
}

/** One request at a time; connects again whenever the server or a cut answer has ended the connection. */
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

  /** Resolves at the next sign of the socket, or after the time. */
  function wait(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, Math.max(0, milliseconds));
    notify = resolve;
    return promise.finally(() => clearTimeout(timeout));
  }

  return {
    async exchange({ bytes, isHead, patience }) {
      socket ??= await connect();
      received = Buffer.alloc(0);
      const deadline = performance.now() + patience;
      let sent = 0;
      while (true) {
        if (socket && sent < bytes.length) sent += Math.max(0, socket.write(bytes.subarray(sent)));
        const isClosed = socket === null;
        const reading = readAnswer(received, isHead, isClosed);
        if (reading) {
          if (reading.isLast || sent < bytes.length) drop();
          return reading.answer;
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

interface Reading {
  answer: WireAnswer;
  /** Nothing further can come on this connection. */
  isLast: boolean;
}

const HEAD_END = '\r\n\r\n';

/** Null as long as the answer is not whole. Of a stream, its first message is the answer. */
function readAnswer(bytes: Buffer, isHead: boolean, isClosed: boolean): Reading | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(end + HEAD_END.length);
  if (status >= 100 && status < 200) return readAnswer(rest, isHead, isClosed);
  const headers = readHeaders(lines);
  const isLast = headers.get('Connection')?.toLowerCase() === 'close';
  const whole = (body: Buffer, ends = isLast): Reading => ({
    answer: { status, headers, body: decode(body, headers.get('Content-Encoding')) },
    isLast: ends,
  });
  if (isHead || status === 204 || status === 304) return whole(Buffer.alloc(0));
  if (headers.get('Transfer-Encoding') === 'chunked') {
    const { body, isWhole } = readChunks(rest);
    const isStream = headers.get('Content-Type') === 'text/event-stream';
    if (isStream && body.includes('\n\n')) return whole(body, true);
    return isWhole ? whole(body) : null;
  }
  const length = headers.get('Content-Length');
  // What Bun's own parser refuses has no length, and the connection ends much later.
  if (length === null) return isClosed || isLast ? whole(rest, true) : null;
  return rest.length < Number(length) ? null : whole(rest.subarray(0, Number(length)));
}

function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

function readChunks(bytes: Buffer): { body: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  while (true) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (Number.isNaN(size) || bytes.length < start + size + 2) {
      return { body: Buffer.concat(parts), isWhole: false };
    }
    if (size === 0) return { body: Buffer.concat(parts), isWhole: true };
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
  if (!decoder) throw new Error(`an answer has the unknown encoding ${encoding}`);
  return decoder(body);
}
