/** A published draw, compared with what the public log says about it. */
import type { Provenance } from '../publication.ts';
import type { Result } from '../result.ts';
import type { LoggedCorrection, PublicDraw } from './replay-state.ts';

/** As pages and the API show it. */
export interface PublishedDraw extends Result {
  id: string;
  provenance: Provenance;
  publishedAt: string;
  /** The oldest first. */
  corrections: readonly LoggedCorrection[];
}

export interface Difference {
  field: 'number' | 'date' | 'slot' | 'digits' | 'provenance' | 'publishedAt' | 'corrections';
  published: string;
  logged: string;
}

export function differencesBetween(published: PublishedDraw, logged: PublicDraw): Difference[] {
  const { result, provenance, publishedAt } = logged;
  const fields: Difference[] = [
    { field: 'number', published: published.drawNo, logged: result.drawNo },
    { field: 'date', published: published.date, logged: result.date },
    { field: 'slot', published: published.slot, logged: result.slot },
    { field: 'digits', published: published.digits, logged: result.digits },
    { field: 'provenance', published: published.provenance, logged: provenance },
    { field: 'publishedAt', published: published.publishedAt, logged: publishedAt },
    {
      field: 'corrections',
      published: textOf(correctionsInThisLog(published, logged)),
      logged: textOf(logged.corrections),
    },
  ];
  return fields.filter((field) => field.published !== field.logged);
}

/** The earlier corrections of an adopted draw are not in the log. */
function correctionsInThisLog(
  { corrections }: PublishedDraw,
  { adopted, corrections: logged }: PublicDraw,
): readonly LoggedCorrection[] {
  return adopted ? corrections.slice(Math.max(0, corrections.length - logged.length)) : corrections;
}

const textOf = (corrections: readonly LoggedCorrection[]): string =>
  JSON.stringify(corrections.map(({ at, digits, reason }) => [at, digits, reason]));
