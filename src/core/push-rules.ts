/** Which results are pushed to devices, for how long, and when a failed push is repeated. */
import type { DrawEvent } from './draw-events.ts';
import { HOUR, type Instant, type IstDate, MINUTE } from './ist-time.ts';
import { drawInstant } from './phase.ts';
import type { Slot } from './slots.ts';

interface PublicEvent {
  type: DrawEvent;
  at: Instant;
  draw: { date: IstDate; slot: Slot };
}

/** A result that is published later is history, not news. */
const NEWS_FOR = 12 * HOUR;

/** Corrections are not pushed: a device gets one message for each draw. */
export const isPushed = ({ type, at, draw }: PublicEvent): boolean =>
  type === 'draw.published' && at < drawInstant(draw.date, draw.slot) + NEWS_FOR;

/** After the publication. Push services drop what they could not deliver until then, and nothing is sent later. */
export const PUSHED_FOR = 6 * HOUR;

const PAUSES = [1, 3, 10, 30].map((minutes) => minutes * MINUTE);

/** The pause after this many failed attempts; null when there is no further attempt. */
export const pauseAfterAttempts = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** A device for which no push service has ever accepted a result is removed after so many results. */
export const MOST_FAILED_RESULTS = 3;

export const MAX_ATTEMPTS = PAUSES.length + 1;
