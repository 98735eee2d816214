/** Decides by times alone when a live stream without messages counts as lost. */
import { SECOND } from '../../core/ist-time.ts';

/** The server pings after 15 s without another message: this is two missed pings and some more. */
const MAX_SILENCE = 40 * SECOND;
/** The server sends hello as soon as a stream is opened. */
const MAX_WAIT_FOR_HELLO = 10 * SECOND;
/** Checks run every second. After a longer pause the page did not run, and messages may still be unread. */
const MAX_PAUSE = 5 * SECOND;

export interface StreamTimes {
  sinceOpened: number;
  /** Null until hello has arrived. */
  sinceMessage: number | null;
  sinceLastCheck: number;
}

/** `late`: not live, but hello may still arrive. `lost`: to be opened again later. `unknown`: to be opened again now. */
export type StreamHealth = 'healthy' | 'late' | 'lost' | 'unknown';

export function streamHealth({ sinceOpened, sinceMessage, sinceLastCheck }: StreamTimes): StreamHealth {
  if (sinceMessage === null) {
    if (sinceOpened >= MAX_SILENCE) return 'lost';
    return sinceOpened >= MAX_WAIT_FOR_HELLO ? 'late' : 'healthy';
  }
  if (sinceMessage < MAX_SILENCE) return 'healthy';
  return sinceLastCheck > MAX_PAUSE ? 'unknown' : 'lost';
}
