/** Finds where in the feed a client resumes, and which changes it missed. */
import { withoutDeletedRows } from '../../core/live.ts';
import { type Audience, hasSeen, parseFeedCursor, type SeenCursor } from '../storage/feed/feed-cursor.ts';
import type { Broker } from './broker.ts';
import type { LiveMessage } from './messages.ts';

export interface ResumeParts {
  broker: Broker;
  /** Reads the feed: another node may have sent the client newer changes. */
  wake(): Promise<void>;
}

/** Returns null if the cursor is unknown: the client must fetch again. Without a cursor it starts at the head. */
export async function findResumePoint(
  { broker, wake }: ResumeParts,
  audience: Audience,
  after: string | null,
): Promise<SeenCursor | null> {
  if (after === null) return headOf(broker, audience);
  const cursor = parseFeedCursor(after);
  const isKnown = () => {
    const { epoch, id } = broker.position(audience);
    return cursor?.epoch === epoch && cursor.results <= id;
  };
  if (cursor && !isKnown()) await wake();
  return isKnown() ? cursor : null;
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
export function startFrom(broker: Broker, audience: Audience, cursor: SeenCursor | null): StreamStart {
  const recent = cursor && broker.changesAfter(audience, cursor.id);
  return recent
    ? {
        cursor,
        // A withdrawn result must not be sent to clients that connect later.
        missed: withoutDeletedRows(recent.filter((message) => !hasSeen(cursor, message))),
        mustRefetch: false,
      }
    : { cursor: headOf(broker, audience), missed: [], mustRefetch: true };
}
