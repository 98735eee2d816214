/** The record as CSV. Unlike results it holds what people wrote, so every field is quoted and no formula runs. */
import type { ActivityEntry, Snapshot } from '../../../contract/activity.ts';

export const ACTIVITY_CSV_HEADER = 'Time,User,Type,Action,Target,Before,After';

export const activityCsvLine = (entry: ActivityEntry): string =>
  [
    entry.timestamp,
    entry.user,
    entry.type,
    entry.action,
    entry.target,
    snapshotText(entry.before),
    snapshotText(entry.after),
  ]
    .map(quote)
    .join(',');

const snapshotText = (snapshot: Snapshot): string => (snapshot === null ? '' : JSON.stringify(snapshot));

/** A spreadsheet takes a field that begins so for a formula; after an apostrophe it is text. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/;

const quote = (field: string): string =>
  `"${field.replace(LOOKS_LIKE_FORMULA, "'$&").replaceAll('"', '""')}"`;
