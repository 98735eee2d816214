/** The drafts that a change of the settings would publish at once. */
import type { AdminDraw, DueDraftsQuery } from '../../../contract/draws.ts';
import { type AutomationRules, publicationsDue } from '../../../core/automation.ts';
import { readDraws, readUnpublishedDraws } from '../../storage/draws/draws-store.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import type { ServiceContext } from '../context.ts';

/** In the order in which they would be published. */
export async function findDraftsDueWith(
  { database: { db }, clock }: ServiceContext,
  change: DueDraftsQuery,
): Promise<AdminDraw[]> {
  const now = clock.now();
  const { settings } = await readSettings(db);
  const drafts = await readUnpublishedDraws(db);
  const idsDueWith = (rules: AutomationRules) => publicationsDue(drafts, rules, now).map(({ id }) => id);
  const dueAnyway = new Set(idsDueWith(settings));
  const changed: AutomationRules = {
    ...settings,
    autoPublish: change.autoPublish ?? settings.autoPublish,
    publishGenerated: change.publishGenerated ?? settings.publishGenerated,
    publishDelay: change.publishDelay ?? settings.publishDelay,
  };
  const due = idsDueWith(changed).filter((id) => !dueAnyway.has(id));
  return readDraws(db, due);
}
