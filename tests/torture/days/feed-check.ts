/** Whether a change in the feed tells exactly what happened to a draw, and to the public no more than it may know. */
import type { AdminDraw } from '../../../src/contract/draws.ts';
import type { Row } from '../../../src/server/storage/schema.ts';
import type { DrawTransition } from './expectation.ts';
import type { ModelDraw } from './site-model.ts';

/** Null where it does. */
export function checkDrawChange(change: Row<'feed'>, { before, after }: DrawTransition): string | null {
  const adminType = typeOf(before !== null, after !== null);
  if (change.admin_type !== adminType) return `staff are told ${change.admin_type} instead of ${adminType}.`;
  if (after && !matches(change.admin_row, after)) return `staff are told ${change.admin_row}.`;
  const [wasPublic, isPublic] = [before?.published ?? false, after?.published ?? false];
  const publicType = wasPublic || isPublic ? typeOf(wasPublic, isPublic) : null;
  if (change.public_type !== publicType)
    return `the public is told ${change.public_type} instead of ${publicType}.`;
  if (publicType === null) return change.public_row === null ? null : 'the public is told of a draft.';
  if (!isPublic || !after) {
    const isBare = change.public_row === JSON.stringify({ id: change.row_id });
    return isBare ? null : `the public is told more than a deletion: ${change.public_row}.`;
  }
  return matches(change.public_row ?? '{}', after) ? null : `the public is told ${change.public_row}.`;
}

function typeOf(wasThere: boolean, isThere: boolean): string {
  if (!isThere) return 'DELETE';
  return wasThere ? 'UPDATE' : 'INSERT';
}

function matches(json: string, draw: ModelDraw): boolean {
  const told: AdminDraw = JSON.parse(json);
  const digits = [told.digit1, told.digit2, told.digit3, told.digit4, told.digit5].join('');
  const publishedAt = draw.publishedAt === null ? null : new Date(draw.publishedAt).toISOString();
  return (
    [told.id, told.date, told.slot, told.drawNo, digits].join() ===
      [draw.id, draw.date, draw.slot, draw.drawNo, draw.digits].join() &&
    told.published === draw.published &&
    told.provenance === draw.provenance &&
    told.publishedAt === publishedAt &&
    (told.etag === undefined || (told.etag === `"${draw.version}"` && told.onHold === draw.onHold))
  );
}
