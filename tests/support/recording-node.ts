/** A fake node that records the head of each request, and responds, disconnects or stays silent. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The text to respond with, or to close the connection, or not to respond at all. */
type Behaviour = string | 'cut' | 'silent';

export interface RecordingNode {
  port: number;
  /** The head of each request, as it was sent. */
  requests: string[];
  /** Each request gets the next behaviour, and all later ones get the last. */
  behave(...behaviours: [Behaviour, ...Behaviour[]]): void;
  close(): Promise<void>;
}

export const respondWith = (status: string, body: string, headers: readonly string[] = []): string =>
  [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n');

export async function startRecordingNode(): Promise<RecordingNode> {
  let behaviours: Behaviour[] = [respondWith('200 OK', 'served')];
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const end = received.indexOf('\r\n\r\n');
      const head = received.slice(0, end);
      const bodyLength = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (end === -1 || received.length < end + 4 + bodyLength) return;
      requests.push(head);
      received = '';
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
      if (behaviour === 'cut') socket.destroy();
      else if (behaviour && behaviour !== 'silent') socket.write(behaviour);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    requests,
    behave(...next) {
      behaviours = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The headers of a recorded request. */
export const headersOf = (request = ''): Headers =>
  new Headers(
    request
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
  );
