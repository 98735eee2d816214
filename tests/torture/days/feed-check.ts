/** Checks that a feed row describes the change of a draw, and contains nothing private for the public. */
import type { AdminDraw } from '../../../src/contract/draws.ts';
import type { Row } from '../../../src/server/storage/schema.ts';
import type { DrawTransition } from './expectation.ts';
import type { ModelDraw } from './site-model.ts';

/** Returns null if it is correct. */
export function checkDrawChange(change: Row<'feed'>, { before, after }: DrawTransition): string | null {
  const adminType = typeOf(before !== null, after !== null);
  if (change.admin_type !== adminType) return `staff get ${change.admin_type} instead of ${adminType}.`;
  if (after && !matches(change.admin_row, after)) return `staff get ${change.admin_row}.`;
  const [wasPublic, isPublic] = [before?.published ?? false, after?.published ?? false];
  const publicType = wasPublic || isPublic ? typeOf(wasPublic, isPublic) : null;
  if (change.public_type !== publicType)
    return `the public gets ${change.public_type} instead of ${publicType}.`;
  if (publicType === null) return change.public_row === null ? null : 'the public gets a draft.';
  if (!isPublic || !after) {
    const isBare = change.public_row === JSON.stringify({ id: change.row_id });
    return isBare ? null : `the public gets more than a deletion: ${change.public_row}.`;
  }
  return matches(change.public_row ?? '{}', after) ? null : `the public gets ${change.public_row}.`;
}

const toWire = (correction: ModelDraw['corrections'][number]) => ({
  ...correction,
  at: new Date(correction.at).toISOString(),
});

function typeOf(wasThere: boolean, isThere: boolean): string {
  if (!isThere) return 'DELETE';
  return wasThere ? 'UPDATE' : 'INSERT';
}

function matches(json: string, draw: ModelDraw): boolean {
  const sent: AdminDraw = JSON.parse(json);
  const digits = [sent.digit1, sent.digit2, sent.digit3, sent.digit4, sent.digit5].join('');
  const publishedAt = draw.publishedAt === null ? null : new Date(draw.publishedAt).toISOString();
  return (
    [sent.id, sent.date, sent.slot, sent.drawNo, digits].join() ===
      [draw.id, draw.date, draw.slot, draw.drawNo, draw.digits].join() &&
    sent.published === draw.published &&
    sent.provenance === draw.provenance &&
    sent.publishedAt === publishedAt &&
    Bun.deepEquals(sent.corrections ?? [], draw.corrections.map(toWire)) &&
    (sent.etag === undefined || (sent.etag === `"${draw.version}"` && sent.onHold === draw.onHold))
  );
}
