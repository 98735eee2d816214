import { expect, test } from 'bun:test';
import { changeDraft, changedElsewhere, valuesIn } from './draft.ts';

const saved = { isOpen: true, delay: '15', time: '06:00' };

test('changed values override saved values', () => {
  const draft = changeDraft(saved, null, { delay: '20' });
  expect(valuesIn(saved, draft)).toEqual({ ...saved, delay: '20' });
});

test('a value that is set back is not a change', () => {
  const draft = changeDraft(saved, null, { delay: '20' });
  expect(changeDraft(saved, draft, { delay: '15' })).toBeNull();
  expect(changeDraft(saved, draft, { isOpen: false })?.changes).toEqual({ delay: '20', isOpen: false });
});

test('saved changes of others are shown and listed, except in changed fields', () => {
  const draft = changeDraft(saved, null, { delay: '20' });
  const theirs = { ...saved, delay: '30', time: '05:00' };
  expect(valuesIn(theirs, draft)).toEqual({ ...theirs, delay: '20' });
  expect(changedElsewhere(theirs, draft)).toEqual(['delay', 'time']);
  expect(changedElsewhere(theirs, changeDraft(theirs, draft, { isOpen: false }))).toEqual(['delay', 'time']);
  expect(changedElsewhere(theirs, null)).toEqual([]);
});
