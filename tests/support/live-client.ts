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

export interface LiveClient {
  response: Response;
  events: LiveEvent[];
  /** The cursor of the last message that had one. */
  cursor(): string | null;
  changes(): (PublicChange | AdminChange)[];
  /** Returns the first message that matches, waiting for it if needed. */
  waitFor(matches: (event: LiveEvent) => boolean, milliseconds?: number): Promise<LiveEvent>;
  /** Resolves when the stream ends, even with an error. */
  ended: Promise<void>;
  close(): void;
}

export const listenTo = async (url: string): Promise<LiveClient> => follow(await fetch(url));

/** Reads the stream of a response and calls `onEvent` for each message. */
export function follow(response: Response, onEvent: (event: LiveEvent) => void = () => {}): LiveClient {
  const reader = response.body?.getReader();
  const events: LiveEvent[] = [];
  const watchers = new Set<() => void>();

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const event = parseMessage(message);
        if (!event) continue;
        events.push(event);
        onEvent(event);
      }
      for (const watcher of watchers) watcher();
    }
  }

  return {
    response,
    events,
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
    ended: read().catch(() => {}),
    close: () => void reader?.cancel().catch(() => {}),
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

export const isEvent =
  (name: string) =>
  ({ event }: LiveEvent): boolean =>
    event === name;

/** A change of the row with that id. */
export const isChangeOf =
  (id: string) =>
  ({ event, data }: LiveEvent): boolean =>
    event === 'change' && (data as PublicChange).row.id === id;
