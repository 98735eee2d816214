/** What the activity log stores of a row: all of it when it was created or deleted, otherwise what changed. */
import type { Snapshot } from '../../contract/activity.ts';
import { DIGIT_FIELDS } from '../../core/digits.ts';

export type Fields = NonNullable<Snapshot>;

export interface Snapshots {
  before: Snapshot;
  after: Snapshot;
}

/** Fields that are not logged. */
const OMITTED = new Set(['etag', 'createdAt', 'updatedAt']);

/** Five digits are one result: if one changed, all are logged. */
const DIGITS: readonly string[] = DIGIT_FIELDS;

export function snapshotsOf(before: Fields | null, after: Fields | null): Snapshots {
  if (!before || !after)
    return { before: before && withoutOmitted(before), after: after && withoutOmitted(after) };
  const changed = changedKeys(before, after);
  return { before: pick(before, changed), after: pick(after, changed) };
}

const withoutOmitted = (fields: Fields): Fields =>
  pick(
    fields,
    Object.keys(fields).filter((key) => !OMITTED.has(key)),
  );

function changedKeys(before: Fields, after: Fields): string[] {
  const changed = Object.keys(withoutOmitted(after)).filter((key) => before[key] !== after[key]);
  const withoutDigits = changed.filter((key) => !DIGITS.includes(key));
  return withoutDigits.length === changed.length ? changed : [...DIGITS, ...withoutDigits];
}

const pick = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
