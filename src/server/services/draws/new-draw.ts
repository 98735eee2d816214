/** The row of a draw that does not exist yet. */
import type { Digits } from '../../../core/digits.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import { drawInstant } from '../../../core/phase.ts';
import type { PublicationState } from '../../../core/publication.ts';
import type { Slot } from '../../../core/slots.ts';
import { type DrawRow, digitColumns, publicationColumns } from '../../storage/draws/draw-rows.ts';

export interface NewDrawParts {
  id: string;
  date: IstDate;
  slot: Slot;
  drawNo: string;
  digits: Digits;
  publication: PublicationState;
  now: Instant;
}

export const newDrawRow = ({ id, date, slot, drawNo, digits, publication, now }: NewDrawParts): DrawRow => ({
  id,
  date,
  slot,
  draw_no: drawNo,
  ...digitColumns(digits),
  draw_at: drawInstant(date, slot),
  ...publicationColumns(publication),
  created_at: now,
  updated_at: now,
  version: 1,
});
