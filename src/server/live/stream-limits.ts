/** Limits of live streams: their number, and the messages and memory of each. */

import { readFileSync } from 'node:fs';
import { SECOND } from '../../core/ist-time.ts';
import type { Feed } from '../storage/feed/feed-cursor.ts';

export interface StreamLimits {
  /** Messages to one client in any `messageWindow`. */
  messages: number;
  messageWindow: number;
  /** How many of these messages are reserved for results, so that they need not wait for other changes. */
  messagesForResults: number;
  /** A client with more unread bytes is disconnected; it can resume. */
  bytesBehind: number;
  /** A ping is sent after this time without a message; a stream without a connection is ended. */
  silence: number;
  /** How often the session of a staff stream is checked. */
  recheck: number;
  /** The source of a public stream is the network of the client, of a staff stream the account. */
  streams: Record<Feed, { total: number; perSource: number }>;
}

const STAFF_STREAMS = { total: 200, perSource: 20 };

/** Carrier NAT puts thousands of phones behind one address, so one network may have a quarter of all streams. */
const visitorStreams = (total: number) => ({ total, perSource: Math.ceil(total / 4) });

export const STREAM_LIMITS: StreamLimits = {
  messages: 10,
  // Longer than the documented second, because messages can arrive closer together than they were sent.
  messageWindow: 1.25 * SECOND,
  messagesForResults: 2,
  bytesBehind: 256 * 1024,
  silence: 15 * SECOND,
  recheck: 5 * SECOND,
  streams: { public: visitorStreams(20_000), admin: STAFF_STREAMS },
};

/** For the database, files and other requests; at most half of the limit. */
const RESERVED_FILES = 1_000;

/** Every stream is an open file, and without a free one the server cannot accept requests. */
export function limitsWithin(openFiles: number | null): StreamLimits {
  if (openFiles === null) return STREAM_LIMITS;
  const forStreams = openFiles - Math.min(RESERVED_FILES, Math.ceil(openFiles / 2));
  const staff = Math.min(STAFF_STREAMS.total, Math.floor(forStreams / 4));
  const visitors = forStreams - staff;
  if (visitors >= STREAM_LIMITS.streams.public.total) return STREAM_LIMITS;
  return {
    ...STREAM_LIMITS,
    streams: { public: visitorStreams(visitors), admin: { ...STAFF_STREAMS, total: staff } },
  };
}

/** The warning for the operator if limits were lowered, otherwise null. */
export function describeLoweredLimits({ streams }: StreamLimits, openFiles: number | null): string | null {
  const wanted = STREAM_LIMITS.streams.public.total;
  if (streams.public.total >= wanted) return null;
  return (
    `at most ${streams.public.total} visitors can have a live stream, not ${wanted}: this process may open only ${openFiles} files. ` +
    `Raise that limit to ${wanted + STAFF_STREAMS.total + RESERVED_FILES} (ulimit -n, or LimitNOFILE in systemd).`
  );
}

/** Null if there is no limit, and on systems other than Linux. */
export function readOpenFileLimit(file = '/proc/self/limits'): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
