/** The record as CSV. Unlike results it holds what people wrote, so every field is quoted and no formula runs. */
import type { ActivityEntry, Snapshot } from '../../../contract/activity.ts';
import { escapeFormula } from '../../../core/csv.ts';

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

const quote = (field: string): string => `"${escapeFormula(field).replaceAll('"', '""')}"`;
