/** Sends every change to its subscribers and remembers the latest ones; knows nothing of HTTP. */
import type { Audience, FeedCursor } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { type LiveMessage, toMessage } from './messages.ts';

export interface Subscriber {
  receive(message: LiveMessage): void;
  /** The feed was replaced: what came before can no longer be brought up to date by changes. */
  restart(position: FeedCursor): void;
}

export interface Broker {
  subscribe(audience: Audience, subscriber: Subscriber): () => void;
  /** Where an audience has got to. */
  position(audience: Audience): FeedCursor;
  /** What an audience got after an id; null where that was longer ago than is remembered. */
  changesAfter(audience: Audience, after: number): LiveMessage[] | null;
  publish(audience: Audience, entries: readonly FeedEntry[]): void;
  /** Starts again at a position, remembering nothing. */
  restart(audience: Audience, position: FeedCursor): void;
}

/** Enough for everyone who was cut off by a restart to go on without asking the database. */
const MOST_REMEMBERED = 1_000;

interface Channel {
  position: FeedCursor;
  /** Everything after this id is in `remembered`. */
  rememberedAfter: number;
  remembered: LiveMessage[];
  subscribers: Set<Subscriber>;
}

const openChannel = (): Channel => ({
  position: { epoch: '', id: 0 },
  rememberedAfter: 0,
  remembered: [],
  subscribers: new Set(),
});

export function createBroker(mostRemembered = MOST_REMEMBERED): Broker {
  const channels: Record<Audience, Channel> = { public: openChannel(), admin: openChannel() };

  function remember(channel: Channel, messages: readonly LiveMessage[]): void {
    channel.remembered.push(...messages);
    const forgotten = channel.remembered.splice(0, channel.remembered.length - mostRemembered);
    channel.rememberedAfter = forgotten.at(-1)?.id ?? channel.rememberedAfter;
  }

  return {
    subscribe(audience, subscriber) {
      const { subscribers } = channels[audience];
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },

    position: (audience) => channels[audience].position,

    changesAfter(audience, after) {
      const { rememberedAfter, remembered } = channels[audience];
      if (after < rememberedAfter) return null;
      return remembered.slice(remembered.findLastIndex(({ id }) => id <= after) + 1);
    },

    publish(audience, entries) {
      const channel = channels[audience];
      const { epoch } = channel.position;
      const messages = entries.map((entry) => toMessage(epoch, entry));
      channel.position = { epoch, id: messages.at(-1)?.id ?? channel.position.id };
      remember(channel, messages);
      for (const message of messages) {
        for (const subscriber of channel.subscribers) subscriber.receive(message);
      }
    },

    restart(audience, position) {
      const channel = channels[audience];
      channel.position = position;
      channel.rememberedAfter = position.id;
      channel.remembered = [];
      for (const subscriber of channel.subscribers) subscriber.restart(position);
    },
  };
}
