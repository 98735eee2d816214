/** Opens many live streams over plain sockets: more than `fetch` allows at the same time. */
import type { Socket } from 'bun';
import { SOCKET_HEADER_LINES } from './live-client.ts';

export interface ManyStreams {
  /** For each visitor the time at which the text arrived; undefined: not yet. */
  arrivals(text: string): (number | undefined)[];
  close(): void;
}

interface Visitor {
  socket: Socket<undefined>;
  parts: { at: number; text: string }[];
}

/** Opens the streams, each with its own client address, every other one by WebSocket, and waits for their first messages. */
export async function openManyStreams(url: string, count: number): Promise<ManyStreams> {
  const { hostname, port } = new URL(url);
  const visitors = await Promise.all(
    Array.from({ length: count }, (_, index) => openStream(hostname, Number(port), requestOf(index))),
  );
  return {
    arrivals: (text) => visitors.map(({ parts }) => parts.find((part) => part.text.includes(text))?.at),
    close() {
      for (const { socket } of visitors) socket.end();
    },
  };
}

const addressOf = (index: number): string => `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;

async function openStream(hostname: string, port: number, request: string): Promise<Visitor> {
  const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
  const parts: Visitor['parts'] = [];
  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      open: (opened) => void opened.write(request),
      data(_socket, bytes) {
        const text = bytes.toString();
        parts.push({ at: Date.now(), text });
        if (/event: hello|"event":"hello"/.test(text)) resolve();
        else if (!/^HTTP\/1.1 (200|101)|event: |"event":|^[0-9a-f]+\r\n/.test(text)) reject(new Error(text));
      },
      close: () => reject(new Error('the server closed a stream')),
    },
  });
  await connected;
  return { socket, parts };
}

const requestOf = (index: number): string =>
  `GET /api/live HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${addressOf(index)}\r\n${index % 2 ? SOCKET_HEADER_LINES : ''}\r\n`;
