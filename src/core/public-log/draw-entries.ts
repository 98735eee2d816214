/** The entries that a change of a draw adds to the public log. */
import type { PublicationState } from '../publication.ts';
import { isSameResult } from '../result.ts';
import type { NewEntry, Opening } from './entries.ts';

export interface DrawSnapshot {
  id: string;
  publication: PublicationState;
}

/** What only the caller knows: seals need hashing, and seeds are stored. */
export interface LogSecrets {
  sealed: string | null;
  seed: Opening;
}

/** A change of a draw; null where it does not exist. */
export interface DrawChange {
  before: DrawSnapshot | null;
  after: DrawSnapshot | null;
}

/** Whether the change has to be sealed: staff entered or changed a draft or a withdrawn result. */
export const needsSeal = ({ before, after }: DrawChange): boolean => {
  const salt = after?.publication.salt ?? null;
  return salt !== null && salt !== before?.publication.salt;
};

/** Whether the change publishes a random draft for the first time, and so opens its seed. */
export const opensSeed = ({ before, after }: DrawChange): boolean =>
  after?.publication.published === true &&
  after.publication.salt === null &&
  (before?.publication.publicResult ?? null) === null;

export function entriesOfChange(change: DrawChange, secrets: LogSecrets): NewEntry[] {
  const { before, after } = change;
  if (!after) return before ? entriesOfDeletion(before) : [];
  const { id, publication } = after;
  const wasPublished = before?.publication.published ?? false;
  const entries: NewEntry[] = [];
  if (wasPublished && !publication.published) entries.push(withdrawal(after, false));
  if (needsSeal(change) && secrets.sealed !== null) {
    const { drawNo, date, slot } = publication.result;
    entries.push({ kind: 'sealed', id, drawNo, date, slot, sealed: secrets.sealed });
  }
  if (!publication.published) return entries;
  const correction = correctionOf(before, after);
  if (correction) entries.push(correction);
  if (!wasPublished) entries.push(publicationOf(before, after, secrets.seed));
  return entries;
}

const entriesOfDeletion = (draw: DrawSnapshot): NewEntry[] =>
  draw.publication.publicResult === null ? [] : [withdrawal(draw, true)];

/** Names the draw as the public knows it. */
const withdrawal = ({ id, publication }: DrawSnapshot, deleted: boolean): NewEntry => ({
  kind: 'withdraw',
  id,
  drawNo: (publication.publicResult ?? publication.result).drawNo,
  deleted,
});

function correctionOf(before: DrawSnapshot | null, { id, publication }: DrawSnapshot): NewEntry | null {
  const from = before?.publication.publicResult;
  const to = publication.result;
  if (!from || isSameResult(from, to)) return null;
  const reason = publication.corrections.at(-1)?.reason ?? null;
  return { kind: 'correct', id, from, to, reason };
}

function publicationOf(before: DrawSnapshot | null, after: DrawSnapshot, seed: Opening): NewEntry {
  const { result, provenance } = after.publication;
  return { kind: 'result', id: after.id, ...result, provenance, opening: openingOf(before, after, seed) };
}

function openingOf(before: DrawSnapshot | null, { publication }: DrawSnapshot, seed: Opening): Opening {
  const former = before?.publication.publicResult;
  if (former && isSameResult(former, publication.result)) return null;
  return publication.salt === null ? seed : { salt: publication.salt };
}
