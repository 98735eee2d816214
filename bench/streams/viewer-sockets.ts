/** Opens many live streams over plain sockets and notes when each of them got a message. */
import type { Socket } from 'bun';
import type { Transport } from './transports.ts';
import { CLOSE, PING, readFrames, writePong } from './web-socket-frames.ts';

export interface StreamPlan {
  /** The address of the streams. */
  url: string;
  transport: Transport;
  count: number;
  /** Part of the first message, with which a stream is open; empty: when the head of the response arrived. */
  firstMessage: string;
}

export interface ViewerSockets {
  /** Resolves with the time at which each viewer got a message that contains the mark; null: not in time. */
  arrivalsOf(mark: string, within: number, onArrival?: (viewer: number) => void): Promise<(number | null)[]>;
}

/** The server answered, but not with a stream. */
export class StreamRefused extends Error {}

interface Viewer {
  /** Whether the head of the response has been read. */
  hasHead: boolean;
  /** Bytes of a head or message that is not complete yet. */
  rest: Buffer;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');
const NEW_LINE = 0x0a;
const AT_ONCE = 100;

export async function openViewers(plan: StreamPlan): Promise<ViewerSockets> {
  let mark: Buffer = NOTHING;
  let onMark = (_viewer: number) => {};
  const search = (viewer: number, message: Buffer) => {
    if (mark.length > 0 && message.includes(mark)) onMark(viewer);
  };
  let next = 0;
  const openNext = async (): Promise<void> => {
    for (let index = next++; index < plan.count; index = next++) await openViewer(plan, index, search);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  return {
    async arrivalsOf(text, within, onArrival = () => {}) {
      const arrivals = new Array<number | null>(plan.count).fill(null);
      const { promise, resolve } = Promise.withResolvers<void>();
      let missing = plan.count;
      onMark = (viewer) => {
        if (arrivals[viewer] !== null) return;
        arrivals[viewer] = performance.now();
        missing -= 1;
        onArrival(viewer);
        if (missing === 0) resolve();
      };
      mark = Buffer.from(text);
      await Promise.race([promise, Bun.sleep(within)]);
      mark = NOTHING;
      return arrivals;
    },
  };
}

async function openViewer(
  { url, transport, firstMessage }: StreamPlan,
  index: number,
  search: (viewer: number, message: Buffer) => void,
): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  let isOpen = false;
  const receive = (message: Buffer): void => {
    if (isOpen) {
      search(index, message);
    } else if (message.includes(firstMessage)) {
      isOpen = true;
      resolve();
    }
  };
  const read = transport === 'sse' ? readText : readFramesOf;
  await Bun.connect<Viewer>({
    hostname,
    port: Number(port),
    data: { hasHead: false, rest: NOTHING },
    socket: {
      open(socket) {
        socket.write(requestOf(pathname, transport, index));
      },
      data(socket, bytes) {
        const { data: viewer } = socket;
        const all = viewer.rest.length === 0 ? bytes : Buffer.concat([viewer.rest, bytes]);
        if (viewer.hasHead) return read(socket, all, receive);
        const end = all.indexOf(HEAD_END);
        viewer.rest = Buffer.from(end < 0 ? all : NOTHING);
        if (end < 0) return;
        const status = all.subarray(0, all.indexOf('\r\n')).toString();
        if (!status.includes(transport === 'sse' ? ' 200' : ' 101')) return reject(new StreamRefused(status));
        viewer.hasHead = true;
        if (firstMessage === '') receive(NOTHING);
        read(socket, all.subarray(end + HEAD_END.length), receive);
      },
      close: () => reject(new Error('the server closed a stream')),
    },
  });
  await opened;
}

/** Messages end with a line; an incomplete one is kept. */
function readText({ data: viewer }: Socket<Viewer>, bytes: Buffer, receive: (message: Buffer) => void): void {
  const isWhole = bytes.length === 0 || bytes.at(-1) === NEW_LINE;
  viewer.rest = isWhole ? NOTHING : Buffer.from(bytes);
  if (isWhole) receive(bytes);
}

function readFramesOf(socket: Socket<Viewer>, bytes: Buffer, receive: (message: Buffer) => void): void {
  const { frames, rest } = readFrames(bytes);
  for (const { opcode, payload } of frames) {
    if (opcode === PING) socket.write(writePong(payload));
    else if (opcode === CLOSE) socket.end();
    else receive(payload);
  }
  socket.data.rest = rest.length === 0 ? NOTHING : Buffer.from(rest);
}

/** Each viewer has its own address, because the server limits the streams of a network. */
function requestOf(path: string, transport: Transport, index: number): string {
  const address = `10.${index >> 14}.${(index >> 7) & 127}.${(index & 127) + 1}`;
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
  ];
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    ...(transport === 'sse' ? ['Accept: text/event-stream'] : upgrade),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
