/** The changed fields of an entry of the activity log, as text. */
import type { Snapshot } from '../../../contract/activity.ts';

export type Value = NonNullable<Snapshot>[string] | undefined;

export interface FieldChange {
  field: string;
  was: Value;
  is: Value;
}

const HIDDEN_FIELDS = new Set(['id']);

export function changesOf(before: Snapshot, after: Snapshot): FieldChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys.difference(HIDDEN_FIELDS)].map((key) => ({
    field: nameOf(key),
    was: before?.[key],
    is: after?.[key],
  }));
}

/** `publishedAt` becomes `Published at`. */
function nameOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const isInstant = (value: Value): value is string => typeof value === 'string' && INSTANT.test(value);

export function textOf(value: Value): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
