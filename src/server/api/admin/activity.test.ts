import { describe, expect, test } from 'bun:test';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { ACTIVITY_CSV_HEADER, activityCsvLine } from './activity.ts';

const entry: ActivityEntry = {
  id: '7',
  action: 'Edited article',
  user: 'Meera',
  target: 'Results, "early" today',
  timestamp: '2026-11-15T04:30:00.000Z',
  type: 'news',
  before: { title: 'a' },
  after: null,
};

test('quotes every field and escapes quotes and commas', () => {
  expect(activityCsvLine(entry)).toBe(
    '"2026-11-15T04:30:00.000Z","Meera","news","Edited article","Results, ""early"" today","{""title"":""a""}",""',
  );
});

test('writes as many fields as the header has', () => {
  const fields = activityCsvLine({ ...entry, target: 'plain', before: null }).split(',');
  expect(fields).toHaveLength(ACTIVITY_CSV_HEADER.split(',').length);
});

describe.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'escapes %j, which a spreadsheet would run as a formula,',
  (text) => {
    test.each(['user', 'action', 'target'] as const)('as the %s', (field) => {
      expect(activityCsvLine({ ...entry, [field]: text })).toContain(`,"'${text}",`);
    });
  },
);
