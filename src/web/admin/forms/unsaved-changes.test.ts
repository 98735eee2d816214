import { expect, test } from 'bun:test';
import { changedElsewhere, changeUnsaved, valuesIn } from './unsaved-changes.ts';

const saved = { isOpen: true, delay: '15', time: '06:00' };

test('changed values override saved values', () => {
  const unsaved = changeUnsaved(saved, null, { delay: '20' });
  expect(valuesIn(saved, unsaved)).toEqual({ ...saved, delay: '20' });
});

test('a value that is set back is not a change', () => {
  const unsaved = changeUnsaved(saved, null, { delay: '20' });
  expect(changeUnsaved(saved, unsaved, { delay: '15' })).toBeNull();
  expect(changeUnsaved(saved, unsaved, { isOpen: false })?.changes).toEqual({ delay: '20', isOpen: false });
});

test('saved changes of others are shown and listed, except in changed fields', () => {
  const unsaved = changeUnsaved(saved, null, { delay: '20' });
  const theirs = { ...saved, delay: '30', time: '05:00' };
  expect(valuesIn(theirs, unsaved)).toEqual({ ...theirs, delay: '20' });
  expect(changedElsewhere(theirs, unsaved)).toEqual(['delay', 'time']);
  expect(changedElsewhere(theirs, changeUnsaved(theirs, unsaved, { isOpen: false }))).toEqual([
    'delay',
    'time',
  ]);
  expect(changedElsewhere(theirs, null)).toEqual([]);
});
