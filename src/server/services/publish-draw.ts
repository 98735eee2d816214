/** Publishing and unpublishing, by hand and by automation. Doing it twice changes nothing. */
import type { AdminDraw } from '../../contract/draws.ts';
import { publicationsDue } from '../../core/automation.ts';
import { MINUTE } from '../../core/ist-time.ts';
import { type PublicationState, publish, unpublish } from '../../core/publication.ts';
import { publicationColumns, publicationOf, toAdminDraw } from '../storage/draw-rows.ts';
import { findDrawRow, publishIfDue, toUnpublishedDraw, updateDraw } from '../storage/draws-store.ts';
import { readSettings } from '../storage/settings-store.ts';
import { isoOf } from '../storage/wire-values.ts';
import { type Act, perform } from './act.ts';
import { type Actor, type ServiceContext, SYSTEM } from './context.ts';
import { drawRecord } from './draw-record.ts';
import { expectRow, type RowTarget } from './expectations.ts';

export const publishDraw = (services: ServiceContext, target: RowTarget, actor: Actor): Promise<AdminDraw> =>
  perform(services, actor, (act) =>
    changePublication(act, target, 'Published result', (state) => publish(state, act.now)),
  );

/** Puts the draw on hold as well: automation leaves it alone until a person publishes it. */
export const unpublishDraw = (
  services: ServiceContext,
  target: RowTarget,
  actor: Actor,
): Promise<AdminDraw> =>
  perform(services, actor, (act) => changePublication(act, target, 'Unpublished result', unpublish));

async function changePublication(
  { tx, now, record }: Act,
  { id, expectedEtag }: RowTarget,
  action: string,
  change: (state: PublicationState) => PublicationState,
): Promise<AdminDraw> {
  const before = expectRow(await findDrawRow(tx, id), expectedEtag);
  const state = publicationOf(before);
  const changed = change(state);
  if (changed === state) return toAdminDraw(before);
  const after = await updateDraw(tx, id, { ...publicationColumns(changed), updated_at: now });
  await record(drawRecord(action, { before, after }));
  return toAdminDraw(after);
}

/** Automation's turn: null when the draw is not due, on hold, or was published by someone else first. */
export const publishDueDraw = (services: ServiceContext, id: string): Promise<AdminDraw | null> =>
  perform(services, SYSTEM, async ({ tx, now, record }) => {
    const before = await findDrawRow(tx, id);
    if (!before || before.published === 1) return null;
    const { settings } = await readSettings(tx);
    const [due] = publicationsDue([toUnpublishedDraw(before)], settings, now);
    if (!due) return null;
    const after = await publishIfDue(tx, id, now - settings.publishDelay * MINUTE, {
      ...publicationColumns(publish(publicationOf(before), now)),
      updated_at: now,
    });
    if (!after) return null;
    const lateness = due.late ? { late: true, dueAt: isoOf(due.dueAt) } : {};
    await record(drawRecord('Published result', { before, after }, lateness));
    return toAdminDraw(after);
  });
