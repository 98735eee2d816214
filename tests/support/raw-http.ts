/** Sends requests without normalization: `fetch` would correct the paths, hosts and methods under test. */
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawResponse {
  /** 0 if the server closed the connection without a response. */
  status: number;
  headers: Headers;
  body: string;
}

export interface RawRequest {
  method?: string;
  /** The target exactly as it is sent. */
  target: string;
  headers?: Record<string, string>;
  body?: string;
  /** Null: without a `Host` header. */
  host?: string | null;
  version?: '1.0' | '1.1';
  /** How long to wait for the response, in milliseconds. */
  timeoutMs?: number;
}

export async function sendRaw(url: string, request: RawRequest): Promise<RawResponse> {
  const { host: ownHost } = new URL(url);
  const { method = 'GET', target, headers = {}, body = '', host = ownHost, version = '1.1' } = request;
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return parse(await exchange(new URL(url), `${lines.join('\r\n')}\r\n\r\n${body}`, request.timeoutMs));
}

/** A stream does not end, so its head and its first message count as the response. */
const isStartedStream = (received: string): boolean =>
  /^content-type: text\/event-stream/im.test(received) && /\r\n\r\n.*\n\n/s.test(received);

function exchange({ protocol, hostname, port }: URL, text: string, timeoutMs = 20_000): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket =
    protocol === 'https:'
      ? // The certificates of tests are self-signed.
        connectTls({ host: hostname, port: Number(port), servername: hostname, rejectUnauthorized: false })
      : connect(Number(port), hostname);
  let received = '';
  const timeout = setTimeout(() => socket.destroy(), timeoutMs);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    if (isStartedStream(received)) socket.destroy();
  });
  // A closed connection is not an error here: the status is 0.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(timeout);
    resolve(received);
  });
  socket.write(text, 'utf8');
  return promise;
}

function parse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end === -1 ? undefined : end).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    body: end === -1 ? '' : text.slice(end + 4),
  };
}
