/** How staff create drafts, and the expected results. */
import { createMissingDrafts } from '../../../src/server/services/draws/create-drafts.ts';
import { EDITOR } from '../../server/services-context.ts';
import type { Act, Situation } from './acts.ts';
import { nearDate } from './draw-choices.ts';
import { type NewModelDraw, newRandomDraft, recordOf, refuse } from './expectation.ts';
import { isTooEarly, missingDrafts } from './seed-rules.ts';

/** Creates every missing draft of the day from its seeds. */
export const fillDrafts = (situation: Situation): Act => fillingOf(nearDate(situation));

/** Creates drafts again that were deleted; null if there are none. */
export function redraft({ random, model }: Situation): Act | null {
  const wasDrafted = ({ drawNo }: NewModelDraw) => model.drafted.has(drawNo);
  const [first, ...others] = [...model.days.keys()].filter((date) =>
    missingDrafts(model, date).some(wasDrafted),
  );
  return first ? fillingOf(random.pick([first, ...others])) : null;
}

function fillingOf(date: string): Act {
  return {
    name: 'create missing drafts',
    text: date,
    run: (services) => createMissingDrafts(services, date, EDITOR),
    expect(model, now) {
      const day = model.days.get(date);
      if (!day || isTooEarly(day, now)) return refuse('drafts-too-early');
      const drafts = missingDrafts(model, date).map((draft) => newRandomDraft(draft, now));
      return { records: drafts.map((after) => recordOf('Created draft', { before: null, after })) };
    },
  };
}
