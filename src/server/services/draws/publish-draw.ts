/** Publishes, unpublishes, holds and releases draws, by staff and by automation. Repeating it changes nothing. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { type Actor, SYSTEM } from '../../../core/actor.ts';
import { publicationsDue } from '../../../core/automation.ts';
import { MINUTE } from '../../../core/ist-time.ts';
import { revealInstant } from '../../../core/phase.ts';
import { hold, type PublicationState, publish, release, unpublish } from '../../../core/publication.ts';
import { AppError } from '../../errors.ts';
import { logWithState } from '../../public-log/append-entries.ts';
import { changedColumns, type DrawRow, publicationOf, toAdminDraw } from '../../storage/draws/draw-rows.ts';
import { findDrawRow, toUnpublishedDraw, updateDraw } from '../../storage/draws/draws-store.ts';
import { findDrawToPublish, publishIfDue } from '../../storage/draws/due-draw.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { performByDatabaseTime } from '../perform.ts';
import { type DrawChangeContext, performOnDraws, withLog } from './perform-on-draws.ts';
import { refuseUnapproved } from './propose-result.ts';

export const publishDraw = (services: ServiceContext, target: RowTarget, actor: Actor): Promise<AdminDraw> =>
  performOnDraws(services, actor, (change) =>
    changePublication(
      change,
      target,
      'Published result',
      (state) => publish(state, change.at),
      refuseUnapproved,
    ),
  );

/** Puts the draw on hold as well: automation leaves it alone until a person publishes it. */
export const unpublishDraw = (
  services: ServiceContext,
  target: RowTarget,
  actor: Actor,
): Promise<AdminDraw> =>
  performOnDraws(services, actor, (change) =>
    changePublication(change, target, 'Unpublished result', unpublish),
  );

/** Automation publishes no draft that is held. */
export const holdDraft = (services: ServiceContext, target: RowTarget, actor: Actor): Promise<AdminDraw> =>
  performOnDraws(services, actor, (change) =>
    changePublication(change, target, 'Held draft', onDrafts(hold)),
  );

/** Automation publishes it when it is due: at once, if it is. */
export const releaseDraft = (services: ServiceContext, target: RowTarget, actor: Actor): Promise<AdminDraw> =>
  performOnDraws(services, actor, (change) =>
    changePublication(change, target, 'Released draft', onDrafts(release)),
  );

const onDrafts =
  (change: (state: PublicationState) => PublicationState) =>
  (state: PublicationState): PublicationState => {
    if (state.published) throw new AppError('draw-published');
    return change(state);
  };

async function changePublication(
  { tx, now, recordDraw }: DrawChangeContext,
  { id, expectedEtag }: RowTarget,
  action: string,
  change: (state: PublicationState) => PublicationState,
  check: (row: DrawRow) => void = () => {},
): Promise<AdminDraw> {
  const before = expectRow(await findDrawRow(tx, id), expectedEtag);
  check(before);
  const state = publicationOf(before);
  const changed = change(state);
  if (changed === state) return toAdminDraw(before);
  const after = await updateDraw(tx, id, { ...changedColumns(before, changed), updated_at: now });
  await recordDraw(action, { before, after });
  return toAdminDraw(after);
}

export interface DueAttempt {
  /** Null when the draw is not due, on hold, waits for entered digits or approval, or was published by someone else first. */
  published: AdminDraw | null;
  /** Milliseconds until the draw is due, by the clock that decides; 0 when it is due or nothing can be published. */
  dueIn: number;
}

const NOTHING_TO_PUBLISH: DueAttempt = { published: null, dueIn: 0 };

/** For automation. Decides by the database's clock where there is one: the caller's clock may be wrong. */
export const publishDueDraw = (services: ServiceContext, id: string): Promise<DueAttempt> =>
  performByDatabaseTime(services, SYSTEM, async (change) => {
    const { tx, now } = change;
    const found = await findDrawToPublish(tx, id);
    if (!found || found.draw.published === 1) return NOTHING_TO_PUBLISH;
    const { draw: before, rules, logState } = found;
    const dueIn = revealInstant(before.date, before.slot, rules.publishDelay) - now;
    if (dueIn > 0) return { published: null, dueIn };
    const [due] = publicationsDue([toUnpublishedDraw(before)], rules, now);
    if (!due) return NOTHING_TO_PUBLISH;
    const { at, recordDraw } = withLog(services, SYSTEM, change, logWithState(tx, logState, now));
    const after = await publishIfDue(
      tx,
      id,
      { drawnBy: now - rules.publishDelay * MINUTE, publishGenerated: rules.publishGenerated },
      { ...changedColumns(before, publish(publicationOf(before), at)), updated_at: now },
    );
    if (!after) return NOTHING_TO_PUBLISH;
    const lateness = due.late ? { late: true, dueAt: isoOf(due.dueAt) } : {};
    await recordDraw('Published result', { before, after }, lateness);
    return { published: toAdminDraw(after), dueIn: 0 };
  });
