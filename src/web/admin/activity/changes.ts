/** What an entry of the record says of each field, in words. */
import type { Snapshot } from '../../../contract/activity.ts';

export interface FieldChange {
  field: string;
  was: string;
  is: string;
}

const NOTHING = '–';

/** `publishedAt` becomes `Published at`. */
const nameOf = (key: string): string => {
  const words = key.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function changesOf(before: Snapshot, after: Snapshot): FieldChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].map((key) => ({
    field: nameOf(key),
    was: wordOf(before?.[key]),
    is: wordOf(after?.[key]),
  }));
}
