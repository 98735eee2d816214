/** Finds where in the feed a client resumes, and which changes it missed. */
import { mergeChanges, withoutDeletedRows } from '../../core/live.ts';
import type { Database } from '../storage/engines/database.ts';
import {
  type Audience,
  canResume,
  feedOf,
  hasSeen,
  parseFeedCursor,
  type SeenCursor,
} from '../storage/feed/feed-cursor.ts';
import { readFeed, readFeedState } from '../storage/feed/feed-store.ts';
import type { Broker } from './broker.ts';
import { type LiveMessage, messagesFor } from './messages.ts';

export interface ResumePoint {
  /** The client's cursor: all changes that it has not seen must be sent. */
  cursor: SeenCursor;
  /** Missed changes that the broker no longer has. */
  older: LiveMessage[];
  /** The broker has all changes after this id. */
  through: number;
}

export interface ResumePointParts {
  database: Database;
  broker: Broker;
  /** Reads the feed: another node may have sent the client newer changes. */
  wake(): Promise<void>;
}

const PAGE = 500;
/** At ten messages a second, fetching everything again is faster than sending more than this. */
const MOST_MISSED = 200;

/** Returns null if the cursor is unknown or too old: the client must fetch again. Without a cursor it starts at the head. */
export async function findResumePoint(
  { database, broker, wake }: ResumePointParts,
  audience: Audience,
  after: string | null,
): Promise<ResumePoint | null> {
  const head = () => broker.position(audience);
  if (after === null) return { cursor: headOf(broker, audience), older: [], through: head().id };
  const cursor = parseFeedCursor(after);
  if (!cursor) return null;
  const isKnown = () => cursor.epoch === head().epoch && cursor.results <= head().id;
  if (!isKnown()) await wake();
  if (!isKnown()) return null;

  let older: LiveMessage[] = [];
  let through = cursor.id;
  while (broker.changesAfter(audience, through) === null) {
    const entries = await readFeed(database.db, feedOf(audience), through, PAGE);
    // Checked after reading, to notice entries that were pruned in between.
    const isComplete = canResume(await readFeedState(database.db), feedOf(audience), cursor);
    const last = entries.at(-1);
    if (!isComplete || !last) return null;
    through = last.id;
    const unseen = entries.filter((entry) => !hasSeen(cursor, entry));
    older = mergeChanges([...older, ...messagesFor(audience, cursor.epoch, unseen)]);
    if (older.length > MOST_MISSED) return null;
  }
  return { cursor, older, through };
}

function headOf(broker: Broker, audience: Audience): SeenCursor {
  const position = broker.position(audience);
  return { ...position, results: position.id };
}

export interface StreamStart {
  cursor: SeenCursor;
  missed: LiveMessage[];
  mustRefetch: boolean;
}

/** The start of a stream. The caller must subscribe without awaiting anything, so that no change is lost. */
export function startFrom(broker: Broker, audience: Audience, resumePoint: ResumePoint | null): StreamStart {
  const missed = resumePoint && missedBy(resumePoint, broker.changesAfter(audience, resumePoint.through));
  return missed && missed.length <= MOST_MISSED
    ? { cursor: resumePoint.cursor, missed, mustRefetch: false }
    : { cursor: headOf(broker, audience), missed: [], mustRefetch: true };
}

function missedBy({ cursor, older }: ResumePoint, recent: LiveMessage[] | null): LiveMessage[] | null {
  if (!recent) return null;
  const missed = [...older, ...recent.filter((message) => !hasSeen(cursor, message))];
  // A withdrawn result must not be sent to clients that connect later.
  return missed.length > MOST_MISSED ? mergeChanges(missed) : withoutDeletedRows(missed);
}
