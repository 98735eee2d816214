/** Strangers: anonymous clients at an address of their own (Linux has all of 127.0.0.0/8), which send requests as fast as they get responses. */
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Answer {
  /** 0 without a response. */
  status: number;
  /** As transferred. */
  bytes: number;
  retryAfter: number;
  /** Milliseconds from the request to the end of the response. */
  took: number;
}

export interface Client {
  get(path: string, options?: { abandonAfter?: number }): Promise<Answer>;
  close(): void;
}

export interface ClientOptions {
  /** The address of the client. */
  from: string;
  connections?: number;
  encoding?: string;
}

/** Keeps its connections open, as browsers do. */
export function connectFrom(
  url: string,
  { from, connections = Number.POSITIVE_INFINITY, encoding = 'br' }: ClientOptions,
): Client {
  const { hostname, port } = new URL(url);
  const source = { localAddress: from };
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...source });
  const headers = { 'Accept-Encoding': encoding };
  return {
    get(path, { abandonAfter } = {}) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const startedAt = performance.now();
      const answer: Answer = { status: 0, bytes: 0, retryAfter: 0, took: 0 };
      const request = get({ hostname, port, path, agent, headers, ...source }, (response) => {
        response.on('data', (chunk: Uint8Array) => {
          answer.bytes += chunk.byteLength;
        });
        response.on('end', () => {
          answer.status = response.statusCode ?? 0;
          answer.retryAfter = Number(response.headers['retry-after'] ?? 0);
        });
        // Broken off: the status stays 0.
        response.on('error', () => {});
        response.on('close', end);
      });
      const abandon =
        abandonAfter === undefined ? undefined : setTimeout(() => request.destroy(), abandonAfter);
      function end(): void {
        clearTimeout(abandon);
        answer.took = performance.now() - startedAt;
        resolve(answer);
      }
      request.on('error', end);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

export interface FloodOptions extends ClientOptions {
  connections: number;
  /** The path of the request with that number. */
  path(number: number): string;
  /** Milliseconds after which each request is abandoned. */
  abandonAfter?: number | undefined;
  /** Milliseconds before the next request after a refusal; by default none. */
  pauseWhenRefused?: number;
  onAnswer(answer: Answer): void;
}

/** Sends requests over all connections until `stop` is called, which abandons those without a response. */
export function flood(
  url: string,
  { path, abandonAfter, pauseWhenRefused = 0, onAnswer, ...client }: FloodOptions,
) {
  const strangers = connectFrom(url, client);
  const options = abandonAfter === undefined ? {} : { abandonAfter };
  let sent = 0;
  let isStopped = false;

  async function repeat(): Promise<void> {
    while (!isStopped) {
      const answer = await strangers.get(path(sent++), options);
      if (!isStopped) onAnswer(answer);
      if (pauseWhenRefused > 0 && answer.status === 503) await Bun.sleep(pauseWhenRefused);
    }
  }

  const repeating = Array.from({ length: client.connections }, repeat);
  return {
    async stop() {
      isStopped = true;
      strangers.close();
      await Promise.all(repeating);
    },
  };
}

/** Sends a request over a connection of its own and reads nothing of the response. */
export function openWithoutReading(
  url: string,
  { path, from, headers = '' }: { path: string; from?: string; headers?: string },
): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  // The server may reset the connection.
  socket.on('error', () => {});
  return socket;
}
