/** Converts draw rows for the API: the public form can be created from a published row only. */
import type { AdminDraw, Draw } from '../../../contract/draws.ts';
import type { Digits } from '../../../core/digits.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import { drawInstant } from '../../../core/phase.ts';
import type { PublicationState } from '../../../core/publication.ts';
import type { Slot } from '../../../core/slots.ts';
import { etagOf, flag, isoOf } from '../queries/wire-values.ts';
import type { DrawsTable, Row } from '../schema.ts';

export type DrawRow = Row<'draws'>;

/** The columns that the public may see. */
export const PUBLIC_DRAW_COLUMNS = [
  'id',
  'date',
  'slot',
  'draw_no',
  'digit_1',
  'digit_2',
  'digit_3',
  'digit_4',
  'digit_5',
  'published',
  'provenance',
  'published_at',
] as const satisfies (keyof DrawsTable)[];

export type PublishedDrawRow = Pick<DrawRow, (typeof PUBLIC_DRAW_COLUMNS)[number]> & {
  published: 1;
  published_at: Instant;
};

export const isPublished = (row: DrawRow): row is DrawRow & PublishedDrawRow => row.published === 1;

export const toDraw = (row: PublishedDrawRow): Draw => ({
  ...resultOf(row),
  published: true,
  provenance: row.provenance,
  publishedAt: isoOf(row.published_at),
});

export const toAdminDraw = (row: DrawRow): AdminDraw => ({
  ...resultOf(row),
  published: row.published === 1,
  provenance: row.provenance,
  publishedAt: row.published_at === null ? null : isoOf(row.published_at),
  onHold: row.on_hold === 1,
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
  etag: etagOf(row.version),
});

const resultOf = (row: DrawRow | PublishedDrawRow) => ({
  id: row.id,
  date: row.date,
  slot: row.slot,
  drawNo: row.draw_no,
  digit1: row.digit_1,
  digit2: row.digit_2,
  digit3: row.digit_3,
  digit4: row.digit_4,
  digit5: row.digit_5,
});

export const digitsOf = (row: DrawRow): Digits => [
  row.digit_1,
  row.digit_2,
  row.digit_3,
  row.digit_4,
  row.digit_5,
];

export const digitColumns = ([digit_1, digit_2, digit_3, digit_4, digit_5]: Digits) => ({
  digit_1,
  digit_2,
  digit_3,
  digit_4,
  digit_5,
});

export const publicationOf = (row: DrawRow): PublicationState => ({
  published: row.published === 1,
  onHold: row.on_hold === 1,
  provenance: row.provenance,
  publishedAt: row.published_at,
});

export const publicationColumns = ({ published, onHold, provenance, publishedAt }: PublicationState) => ({
  published: flag(published),
  on_hold: flag(onHold),
  provenance,
  published_at: publishedAt,
});

interface NewDrawParts {
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
