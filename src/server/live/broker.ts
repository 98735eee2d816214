/** Sends changes to subscribers and stores the latest ones; independent of HTTP. */
import type { Audience, Feed, FeedCursor } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { type LiveMessage, messagesFor } from './messages.ts';

export interface Subscriber {
  receive(message: LiveMessage): void;
  /** The feed was replaced: the client must fetch everything again. */
  restart(position: FeedCursor): void;
}

export interface Broker {
  subscribe(audience: Audience, subscriber: Subscriber): () => void;
  /** The last change that was published to an audience, even if it may not read its table. */
  position(audience: Audience): FeedCursor;
  /** The changes after an id; null if there are too many. */
  changesAfter(audience: Audience, after: number): LiveMessage[] | null;
  publish(feed: Feed, entries: readonly FeedEntry[]): void;
  /** Starts again at a position and deletes the stored changes. */
  restart(feed: Feed, position: FeedCursor): void;
}

/** At ten messages a second, fetching everything again is faster than sending more than this. */
export const MOST_RECENT = 200;

interface Channel {
  position: FeedCursor;
  /** All changes after this id are in `recent`. */
  recentAfter: number;
  recent: LiveMessage[];
  subscribers: Set<Subscriber>;
}

const AUDIENCES: Record<Feed, readonly Audience[]> = { public: ['public'], admin: ['admin', 'editor'] };

const openChannel = (): Channel => ({
  position: { epoch: '', id: 0 },
  recentAfter: 0,
  recent: [],
  subscribers: new Set(),
});

export function createBroker(mostRecent = MOST_RECENT): Broker {
  const channels: Record<Audience, Channel> = {
    public: openChannel(),
    editor: openChannel(),
    admin: openChannel(),
  };

  function addRecent(channel: Channel, messages: readonly LiveMessage[]): void {
    channel.recent.push(...messages);
    const removed = channel.recent.splice(0, channel.recent.length - mostRecent);
    channel.recentAfter = removed.at(-1)?.id ?? channel.recentAfter;
  }

  return {
    subscribe(audience, subscriber) {
      const { subscribers } = channels[audience];
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },

    position: (audience) => channels[audience].position,

    changesAfter(audience, after) {
      const { recentAfter, recent } = channels[audience];
      if (after < recentAfter) return null;
      return recent.slice(recent.findLastIndex(({ id }) => id <= after) + 1);
    },

    publish(feed, entries) {
      for (const audience of AUDIENCES[feed]) {
        const channel = channels[audience];
        const { epoch } = channel.position;
        const messages = messagesFor(audience, epoch, entries);
        channel.position = { epoch, id: entries.at(-1)?.id ?? channel.position.id };
        addRecent(channel, messages);
        for (const message of messages) {
          for (const subscriber of channel.subscribers) subscriber.receive(message);
        }
      }
    },

    restart(feed, position) {
      for (const audience of AUDIENCES[feed]) {
        const channel = channels[audience];
        channel.position = position;
        channel.recentAfter = position.id;
        channel.recent = [];
        for (const subscriber of channel.subscribers) subscriber.restart(position);
      }
    },
  };
}
