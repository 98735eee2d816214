/** The draws of the demo site: 400 days of results and the current day. */
import { type Digits, drawDigits, type RandomBytes } from '../../core/digits.ts';
import { drawNumberFor } from '../../core/draw-number.ts';
import { addDays, type Instant, type IstDate, instantOf, istDateOf, MINUTE } from '../../core/ist-time.ts';
import { revealInstant } from '../../core/phase.ts';
import { changeDigits, newDraft, type PublicationState, publish } from '../../core/publication.ts';
import { DEFAULT_GENERATE_TIME, DEFAULT_PUBLISH_DELAY_MINUTES } from '../../core/schedule.ts';
import { SLOTS, type Slot } from '../../core/slots.ts';
import { type DrawRow, newDrawRow } from '../../server/storage/draws/draw-rows.ts';

const DAYS_OF_HISTORY = 400;

/** Some results are entered, edited or corrected by staff. */
function publicationOf(count: number, publishedAt: Instant, randomDigits: () => Digits): PublicationState {
  const draft = newDraft(count % 43 === 0 ? 'entered' : 'generated', randomDigits());
  if (count % 97 === 0) {
    const correction = {
      digits: randomDigits(),
      reason: 'A digit was misread.',
      now: publishedAt + 4 * MINUTE,
    };
    return changeDigits(publish(draft, publishedAt), correction);
  }
  if (count % 61 === 0) {
    return publish(changeDigits(draft, { digits: randomDigits(), now: publishedAt - MINUTE }), publishedAt);
  }
  return publish(draft, publishedAt);
}

export function createDemoDraws(now: Instant, randomBytes: RandomBytes): DrawRow[] {
  const today = istDateOf(now);
  const randomDigits = () => drawDigits(randomBytes);
  let count = 0;

  function createDraw(date: IstDate, slot: Slot): DrawRow {
    count += 1;
    const publishedAt = revealInstant(date, slot, DEFAULT_PUBLISH_DELAY_MINUTES);
    return newDrawRow({
      id: Buffer.from(randomBytes(12)).toString('hex'),
      date,
      slot,
      drawNo: drawNumberFor(date, slot),
      publication:
        publishedAt <= now
          ? publicationOf(count, publishedAt, randomDigits)
          : newDraft('generated', randomDigits()),
      now: instantOf(date, DEFAULT_GENERATE_TIME) + MINUTE,
    });
  }

  return Array.from({ length: DAYS_OF_HISTORY + 1 }, (_, day) =>
    addDays(today, day - DAYS_OF_HISTORY),
  ).flatMap((date) => SLOTS.map((slot) => createDraw(date, slot)));
}
