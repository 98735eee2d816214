/** Limits of streams: how many, and how much each may use. */

import { readFileSync } from 'node:fs';
import { SECOND } from '../../core/ist-time.ts';
import type { Audience } from '../storage/feed/feed-cursor.ts';

export interface StreamLimits {
  /** Messages to one client in any such window. */
  messages: number;
  messageWindow: number;
  /** Of these messages so many are only for results, which then need not wait for others that went before. */
  messagesForResults: number;
  /** A reader further behind than this is closed; it resumes where it was. */
  bytesBehind: number;
  /** After so much silence a ping is sent; a stream that has no connection by then is ended. */
  silence: number;
  /** How often a signed-in client's right to listen is asked for again. */
  recheck: number;
  /** The source of a visitor's stream is their network, of a staff stream the account. */
  pools: Record<Audience, { inAll: number; perSource: number }>;
}

const STAFF_STREAMS = { inAll: 200, perSource: 20 };

/** Carrier NAT puts thousands of phones behind one address; a quarter still leaves room for everybody else. */
const visitorStreams = (inAll: number) => ({ inAll, perSource: Math.ceil(inAll / 4) });

export const STREAM_LIMITS: StreamLimits = {
  messages: 10,
  // Over the second that is promised: what is spaced here arrives less so after a busy network.
  messageWindow: 1.25 * SECOND,
  messagesForResults: 2,
  bytesBehind: 256 * 1024,
  silence: 15 * SECOND,
  recheck: 5 * SECOND,
  pools: { public: visitorStreams(20_000), admin: STAFF_STREAMS },
};

/** For the database, files and ordinary requests; half of a limit that is smaller than twice this. */
const RESERVED_FILES = 1_000;

/** Every stream is an open file: without a free one the server could not accept any request. */
export function limitsWithin(openFiles: number | null): StreamLimits {
  if (openFiles === null) return STREAM_LIMITS;
  const forStreams = openFiles - Math.min(RESERVED_FILES, Math.ceil(openFiles / 2));
  const staff = Math.min(STAFF_STREAMS.inAll, Math.floor(forStreams / 4));
  const visitors = forStreams - staff;
  if (visitors >= STREAM_LIMITS.pools.public.inAll) return STREAM_LIMITS;
  return {
    ...STREAM_LIMITS,
    pools: { public: visitorStreams(visitors), admin: { ...STAFF_STREAMS, inAll: staff } },
  };
}

/** What an operator should know about limits that had to be lowered; null where they were not. */
export function describeLoweredLimits({ pools }: StreamLimits, openFiles: number | null): string | null {
  const wanted = STREAM_LIMITS.pools.public.inAll;
  if (pools.public.inAll >= wanted) return null;
  return (
    `at most ${pools.public.inAll} visitors can have a live stream, not ${wanted}: this process may open only ${openFiles} files. ` +
    `Raise that limit to ${wanted + STAFF_STREAMS.inAll + RESERVED_FILES} (ulimit -n, or LimitNOFILE in systemd).`
  );
}

/** Null where it cannot be told: without a limit, and elsewhere than on Linux. */
export function readOpenFileLimit(file = '/proc/self/limits'): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
