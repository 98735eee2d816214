/** A client of the live stream that records every message with the time of its arrival. */
import type { AdminChange, PublicChange } from '../../src/contract/live.ts';

export interface LiveEvent {
  event: string;
  /** The cursor; null for a message without one. */
  id: string | null;
  data: unknown;
  /** In the time of `performance.now()`. */
  at: number;
}

/** The messages of a client so far. */
interface Recording {
  events: LiveEvent[];
  /** The cursor of the last message that had one. */
  cursor(): string | null;
  changes(): (PublicChange | AdminChange)[];
  /** Returns the first message that matches, waiting for it if needed. */
  waitFor(matches: (event: LiveEvent) => boolean, milliseconds?: number): Promise<LiveEvent>;
}

export interface LiveClient extends Recording {
  /** The first response: 200 with server-sent events, 101 with a WebSocket. */
  response: Response;
  /** Resolves when the stream ends, even with an error. */
  ended: Promise<void>;
  close(): void;
}

export const listenTo = async (url: string): Promise<LiveClient> => follow(await fetch(url));

/** Reads the stream of a response and calls `onEvent` for each message. */
export function follow(response: Response, onEvent: (event: LiveEvent) => void = () => {}): LiveClient {
  const reader = response.body?.getReader();
  const { record, ...recording } = startRecording(onEvent);

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      record(messages.map(parseMessage).filter((event) => event !== null));
    }
  }

  return {
    ...recording,
    response,
    ended: read().catch(() => {}),
    close: () => void reader?.cancel().catch(() => {}),
  };
}

/** Connects by WebSocket. If that is refused, the response is the refusal and there are no messages. */
export async function listenBySocket(
  url: string,
  { certificate, onEvent }: { certificate?: string; onEvent?: (event: LiveEvent) => void } = {},
): Promise<LiveClient> {
  const { record, ...recording } = startRecording(onEvent);
  // The browser's types do not have Bun's options.
  const options = { tls: { ca: certificate } } as unknown as string[];
  const socket = new WebSocket(url.replace(/^http/, 'ws'), certificate ? options : []);
  const ended = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<boolean>();
  socket.onopen = () => opened.resolve(true);
  socket.onmessage = ({ data }) => record([parseText(data)]);
  socket.onclose = () => {
    opened.resolve(false);
    ended.resolve();
  };
  const isOpen = await opened.promise;
  const response = isOpen ? new Response(null, { status: 101 }) : await requestSocket(url);
  if (!isOpen && response.status === 101) throw new Error('the WebSocket could be opened only later');
  return { ...recording, response, ended: ended.promise, close: () => socket.close() };
}

const SOCKET_HEADERS = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': btoa('0123456789abcdef'),
};

/** The header lines of a request for a WebSocket. */
export const SOCKET_HEADER_LINES = Object.entries(SOCKET_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Sends the request of a WebSocket as HTTP, whose response can be read if it is a refusal. */
export const requestSocket = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...SOCKET_HEADERS, ...headers } });

function startRecording(
  onEvent: (event: LiveEvent) => void = () => {},
): Recording & { record(events: LiveEvent[]): void } {
  const events: LiveEvent[] = [];
  const watchers = new Set<() => void>();
  return {
    events,
    record(arrived) {
      for (const event of arrived) {
        events.push(event);
        onEvent(event);
      }
      for (const watcher of watchers) watcher();
    },
    cursor: () => events.findLast(({ id }) => id !== null)?.id ?? null,
    changes: () =>
      events.filter(({ event }) => event === 'change').map(({ data }) => data as PublicChange | AdminChange),
    waitFor(matches, milliseconds = 5_000) {
      const { promise, resolve, reject } = Promise.withResolvers<LiveEvent>();
      const timeout = setTimeout(() => {
        const seen = events.map(({ event, data }) => `${event} ${JSON.stringify(data)}`);
        reject(new Error(`no such message within ${milliseconds} ms; seen:\n${seen.join('\n')}`));
      }, milliseconds);
      const look = () => {
        const found = events.find(matches);
        if (found) resolve(found);
      };
      watchers.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timeout);
        watchers.delete(look);
      });
    },
  };
}

/** Returns null for a comment. */
export function parseMessage(message: string): LiveEvent | null {
  const fields = new Map(
    message.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const event = fields.get('event');
  if (event === undefined) return null;
  return {
    event,
    id: fields.get('id') ?? null,
    data: JSON.parse(fields.get('data') ?? 'null'),
    at: performance.now(),
  };
}

/** The same for the text of a WebSocket. */
export function parseText(text: string): LiveEvent {
  const { event, id = null, data } = JSON.parse(text);
  return { event, id, data, at: performance.now() };
}

export const isEvent =
  (name: string) =>
  ({ event }: LiveEvent): boolean =>
    event === name;

/** A change of the row with that id. */
export const isChangeOf =
  (id: string) =>
  ({ event, data }: LiveEvent): boolean =>
    event === 'change' && (data as PublicChange).row.id === id;
