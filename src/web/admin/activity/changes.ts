/** The changed fields of an entry of the activity log. */
import type { Snapshot } from '../../../contract/activity.ts';
import { withResult } from '../../../core/logged-result.ts';
import type { Value } from './field-names.ts';

export interface FieldChange {
  field: string;
  was: Value;
  is: Value;
}

/** Ids mean nothing to people. */
const HIDDEN_FIELDS = new Set(['id', 'importId']);

export function changesOf(before: Snapshot, after: Snapshot): FieldChange[] {
  const [was, is] = [before, after].map((fields) => withResult(fields ?? {}));
  const fields = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...fields.difference(HIDDEN_FIELDS)].map((field) => ({
    field,
    was: was?.[field],
    is: is?.[field],
  }));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const isInstant = (value: Value): value is string => typeof value === 'string' && INSTANT.test(value);
