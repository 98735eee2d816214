import { expect, test } from 'bun:test';
import type { Settings } from '../../../contract/settings.ts';
import { changeDraft, changedElsewhere, settingsIn, valuesIn } from './settings-draft.ts';

const saved: Settings = {
  autoPublish: true,
  publishDelay: 15,
  generateTime: '06:00',
  enableNotifications: false,
  maintenanceMode: false,
};

test('what was changed lies over what is saved', () => {
  const draft = changeDraft(saved, null, { publishDelay: '20' });
  expect(valuesIn(saved, draft)).toEqual({ ...saved, publishDelay: '20' });
  expect(settingsIn(saved, draft)).toEqual({ ...saved, publishDelay: 20 });
});

test('a value set back is no change', () => {
  const draft = changeDraft(saved, null, { publishDelay: '20' });
  expect(changeDraft(saved, draft, { publishDelay: '15' })).toBeNull();
  expect(changeDraft(saved, draft, { autoPublish: false })?.changes).toEqual({
    publishDelay: '20',
    autoPublish: false,
  });
});

test('an empty or odd delay is not taken for a number', () => {
  const withDelay = (publishDelay: string) =>
    settingsIn(saved, changeDraft(saved, null, { publishDelay })).publishDelay;
  expect(withDelay('')).toBeNaN();
  expect(withDelay(' ')).toBeNaN();
  expect(withDelay('ten')).toBeNaN();
  expect(withDelay('7')).toBe(7);
});

test('what others save meanwhile shows, except where one has a change of one’s own', () => {
  const draft = changeDraft(saved, null, { publishDelay: '20' });
  const theirs = { ...saved, publishDelay: 30, generateTime: '05:00' };
  expect(valuesIn(theirs, draft)).toEqual({ ...theirs, publishDelay: '20' });
  expect(changedElsewhere(theirs, draft)).toEqual(['publishDelay', 'generateTime']);
  expect(changedElsewhere(theirs, null)).toEqual([]);
  expect(changedElsewhere(saved, draft)).toEqual([]);
});
