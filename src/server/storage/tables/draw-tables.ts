/** The tables of draws, and of imports that created some of them. */
import type { Digit } from '../../../core/digits.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Provenance } from '../../../core/publication.ts';
import type { Slot } from '../../../core/slots.ts';
import type { Flag, JsonText } from './column-types.ts';

export interface DrawsTable {
  id: string;
  date: IstDate;
  slot: Slot;
  draw_no: string;
  digit_1: Digit;
  digit_2: Digit;
  digit_3: Digit;
  digit_4: Digit;
  digit_5: Digit;
  /** The instant of date and slot, so that the database can select the drafts that are due. */
  draw_at: Instant;
  published: Flag;
  on_hold: Flag;
  provenance: Provenance;
  published_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  /** The digits that the public saw last. */
  public_digits: string | null;
  /** The provenance that the public saw last. */
  public_provenance: Provenance | null;
  corrections: JsonText;
  pending_reason: string | null;
  /** The import that created it. */
  import_id: string | null;
  /** Secret until publication: seals in the public log what staff entered. */
  salt: string | null;
  /** The number, date and slot that the public saw last, with `public_digits`. */
  public_draw_no: string | null;
  public_date: IstDate | null;
  public_slot: Slot | null;
  /** The result that waits for the approval of a second person; null if none does. */
  proposal: JsonText | null;
  /** A person entered the draw's own digits, and nobody has approved them. */
  unapproved: Flag;
}

/** An import that was not taken back, or only in part. */
export interface ImportsTable {
  id: string;
  created_at: Instant;
  user_name: string;
  /** How many draws its file has. */
  total: number;
  /** How many of them are published results. */
  published: number;
  first_date: IstDate | null;
  last_date: IstDate | null;
  /** How many were stored: fewer than `total` while it runs, or if it was stopped. */
  draws: number;
  /** How many of these were taken back. */
  removed: number;
  /** When the last piece was stored or taken back; null while neither is under way. */
  active_at: Instant | null;
}
