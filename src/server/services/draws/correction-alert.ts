/** Stores the alert about a public result that was corrected or deleted, for all staff but the one who did it. */
import type { Actor } from '../../../core/actor.ts';
import { type AlertMessage, correctionMessage, deletionMessage } from '../../../core/alert-texts.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { isSameResult, type Result } from '../../../core/result.ts';
import { insertAlertEvent } from '../../storage/alerts/alert-events-store.ts';
import { approvalOf, type DrawRow, isPublished, publicationOf } from '../../storage/draws/draw-rows.ts';
import type { Writer } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import type { RowChange } from '../row-change.ts';

export async function recordCorrectionAlert(
  services: ServiceContext,
  { tx, actor, at }: { tx: Writer; actor: Actor; at: Instant },
  change: RowChange<DrawRow>,
): Promise<void> {
  const message = messageAbout(change, actor, at);
  if (!message) return;
  await insertAlertEvent(tx, { id: newId(services), message, isByMail: true, actorId: actor.id, at });
}

/** Also of a result that was unpublished, changed and published again. Null for any other change. */
function messageAbout({ before, after }: RowChange<DrawRow>, actor: Actor, at: Instant): AlertMessage | null {
  if (!before) return null;
  if (!after) {
    const { date, slot } = before;
    const { digits } = publicationOf(before).result;
    return isPublished(before) ? deletionMessage({ draw: { date, slot }, digits, by: actor.name }, at) : null;
  }
  const { corrections, result } = publicationOf(after);
  const correction = corrections.at(-1);
  if (!correction || corrections.length === publicationOf(before).corrections.length) return null;
  const { date, slot } = after;
  const { digits: former, reason } = correction;
  const by = authorsOf(result, before, actor);
  return correctionMessage({ draw: { date, slot }, former, digits: result.digits, reason, by }, at);
}

function authorsOf(result: Result, before: DrawRow, actor: Actor): string {
  const { proposal } = approvalOf(before);
  const isApproved =
    proposal !== null && proposal.by.id !== actor.id && isSameResult(proposal.result, result);
  return isApproved ? `${proposal.by.name}, approved by ${actor.name}` : actor.name;
}
