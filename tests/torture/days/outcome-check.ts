/** Checks that the caller of an act got the right response. */
import type { Act } from './acts.ts';
import type { Attempt } from './attempt.ts';
import type { ExpectedRecord } from './expectation.ts';
import type { SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

/** Compares with what was expected before and after the act; `pending` are the records that were not found. */
export function checkOutcome(
  { act, at, outcome }: Attempt,
  before: ReturnType<Act['expect']> | undefined,
  pending: ExpectedRecord[] | null,
  { model, tally }: { model: SiteModel; tally: DaysTally },
): void {
  const label = `"${act.name} ${act.text}"`;
  if (pending && pending.length > 0) tally.violate(`${label} happened only in part.`, 'lost');
  if (outcome === 'crashed') {
    if (pending) tally.counts.happenedUnacknowledged += 1;
    return;
  }
  if (pending) {
    if (outcome !== 'done') tally.violate(`${label} was refused with ${outcome.refused}, and happened.`);
    return;
  }
  // Automation may have acted before or after.
  const possible = [before, act.expect(model, at)];
  if (outcome === 'done') {
    const mayDoNothing = possible.some((one) => one && 'records' in one && one.records.length === 0);
    if (!mayDoNothing) tally.violate(`${label} was acknowledged, and is not there.`, 'lost');
  } else if (!possible.some((one) => one && 'refusal' in one && one.refusal === outcome.refused)) {
    tally.violate(`${label} was refused with ${outcome.refused}; expected ${JSON.stringify(possible[0])}.`);
  }
}
