/** Converts draw rows for the API: the public form can be created from a published row only. */
import type { AdminDraw, Draw } from '../../../contract/draws.ts';
import { type ApprovalState, NOTHING_TO_APPROVE, type Proposal } from '../../../core/approval.ts';
import { digitsFromText } from '../../../core/digits.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { drawInstant } from '../../../core/phase.ts';
import type { Correction, PublicationState } from '../../../core/publication.ts';
import type { Result } from '../../../core/result.ts';
import { etagOf, flag, isoOf } from '../queries/wire-values.ts';
import type { Row } from '../schema.ts';
import type { DrawsTable } from '../tables/draw-tables.ts';

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
  'corrections',
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
  ...correctionsOf(row),
});

export const toAdminDraw = (row: DrawRow): AdminDraw => ({
  ...resultOf(row),
  published: row.published === 1,
  provenance: row.provenance,
  publishedAt: row.published_at === null ? null : isoOf(row.published_at),
  onHold: row.on_hold === 1,
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
  ...correctionsOf(row),
  proposal: shownProposal(row),
  unapproved: row.unapproved === 1,
  etag: etagOf(row.version),
});

/** For staff only. */
function shownProposal(row: DrawRow): AdminDraw['proposal'] {
  const { proposal } = approvalOf(row);
  if (!proposal) return null;
  const { result, reason, by, at, authors } = proposal;
  return {
    by: by.name,
    byId: by.id,
    authorIds: [...authors],
    at: isoOf(at),
    digits: result.digits,
    ...(reason !== null && { reason }),
    ...(result.date !== row.date && { date: result.date }),
    ...(result.slot !== row.slot && { slot: result.slot }),
    ...(result.drawNo !== row.draw_no && { drawNo: result.drawNo }),
  };
}

export const approvalOf = (row: Pick<DrawRow, 'proposal' | 'unapproved'>): ApprovalState => ({
  proposal: row.proposal === null ? null : (JSON.parse(row.proposal) as Proposal),
  isUnapproved: row.unapproved === 1,
});

export const approvalColumns = ({ proposal, isUnapproved }: ApprovalState) => ({
  proposal: proposal && JSON.stringify(proposal),
  unapproved: flag(isUnapproved),
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

const storedCorrections = (row: Pick<DrawRow, 'corrections'>): Correction[] => JSON.parse(row.corrections);

function correctionsOf(row: Pick<DrawRow, 'corrections'>): Pick<Draw, 'corrections'> {
  const corrections = storedCorrections(row);
  if (corrections.length === 0) return {};
  return { corrections: corrections.map((correction) => ({ ...correction, at: isoOf(correction.at) })) };
}

const storedResult = (row: DrawRow): Result => ({
  drawNo: row.draw_no,
  date: row.date,
  slot: row.slot,
  digits: row.digit_1 + row.digit_2 + row.digit_3 + row.digit_4 + row.digit_5,
});

function publicResultOf(row: DrawRow): Result | null {
  const { public_draw_no, public_date, public_slot, public_digits } = row;
  if (public_draw_no === null || public_date === null || public_slot === null || public_digits === null)
    return null;
  return { drawNo: public_draw_no, date: public_date, slot: public_slot, digits: public_digits };
}

export const publicationOf = (row: DrawRow): PublicationState => ({
  published: row.published === 1,
  onHold: row.on_hold === 1,
  provenance: row.provenance,
  publishedAt: row.published_at,
  result: storedResult(row),
  publicResult: publicResultOf(row),
  publicProvenance: row.public_provenance,
  corrections: storedCorrections(row),
  pendingReason: row.pending_reason,
  salt: row.salt,
});

const publicationColumns = ({ result, publicResult, ...state }: PublicationState) => ({
  date: result.date,
  slot: result.slot,
  draw_no: result.drawNo,
  draw_at: drawInstant(result.date, result.slot),
  ...digitColumns(result.digits),
  published: flag(state.published),
  on_hold: flag(state.onHold),
  provenance: state.provenance,
  published_at: state.publishedAt,
  public_draw_no: publicResult?.drawNo ?? null,
  public_date: publicResult?.date ?? null,
  public_slot: publicResult?.slot ?? null,
  public_digits: publicResult?.digits ?? null,
  public_provenance: state.publicProvenance,
  corrections: JSON.stringify(state.corrections),
  pending_reason: state.pendingReason,
  salt: state.salt,
});

type PublicationColumns = ReturnType<typeof publicationColumns>;

/** Only the columns that differ from the row: the statement is shorter, and the database updates fewer indexes. */
export function changedColumns(row: DrawRow, publication: PublicationState): Partial<PublicationColumns> {
  const columns = Object.entries(publicationColumns(publication));
  return Object.fromEntries(
    columns.filter(([column, value]) => row[column as keyof PublicationColumns] !== value),
  );
}

function digitColumns(text: string) {
  const digits = digitsFromText(text);
  // The text of an error may be logged, and digits of a draft are secret.
  if (!digits) throw new Error('a result needs five digits');
  const [digit_1, digit_2, digit_3, digit_4, digit_5] = digits;
  return { digit_1, digit_2, digit_3, digit_4, digit_5 };
}

interface NewDrawParts {
  id: string;
  publication: PublicationState;
  approval?: ApprovalState;
  now: Instant;
  importId?: string;
}

export const newDrawRow = ({
  id,
  publication,
  approval = NOTHING_TO_APPROVE,
  now,
  importId,
}: NewDrawParts): DrawRow => ({
  id,
  ...publicationColumns(publication),
  ...approvalColumns(approval),
  created_at: now,
  updated_at: now,
  version: 1,
  import_id: importId ?? null,
});
