import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Correction,
  changeResult,
  hold,
  newEnteredDraft,
  newRandomDraft,
  type Provenance,
  type PublicationState,
  publish,
  release,
  unpublish,
} from './publication.ts';
import type { Result } from './result.ts';

type Act = 'publish' | 'unpublish' | 'hold' | 'release' | 'edit';
type Origin = 'generated' | 'entered';

/** The state of a draw after the actions, which happen at the instants 1, 2 and so on. */
const after = (origin: Origin, acts: readonly Act[]): PublicationState =>
  acts.reduce(
    (state, act, index) => {
      const now = index + 1;
      if (act === 'publish') return publish(state, now);
      if (act === 'unpublish') return unpublish(state);
      if (act === 'hold') return hold(state);
      if (act === 'release') return release(state);
      return change(state, { result: resultNumbered(now), reason: `Reason ${now}`, now });
    },
    newDraft(origin, resultNumbered(0)),
  );

const newDraft = (origin: Origin, result: Result): PublicationState =>
  origin === 'generated' ? newRandomDraft(result) : newEnteredDraft(result, 'salt 0');

/** With the digits 00000, 00001 and so on. */
const resultNumbered = (count: number): Result => ({
  drawNo: 'SC151120263',
  date: '2026-11-15',
  slot: '14:00',
  digits: String(count).padStart(5, '0'),
});

/** Sealed with a salt that has the number of the instant. */
const change = (
  state: PublicationState,
  { result, reason, now }: { result: Result; reason?: string; now: number },
): PublicationState => changeResult(state, { result, reason, salt: `salt ${now}`, now });

test.each<[Origin, Act[], Provenance]>([
  ['generated', [], 'generated'],
  ['generated', ['edit'], 'edited'],
  ['generated', ['edit', 'edit'], 'edited'],
  ['generated', ['publish'], 'generated'],
  ['generated', ['edit', 'publish'], 'edited'],
  ['generated', ['publish', 'edit'], 'corrected'],
  ['generated', ['publish', 'unpublish'], 'generated'],
  ['generated', ['publish', 'unpublish', 'edit'], 'corrected'],
  ['generated', ['publish', 'unpublish', 'edit', 'publish'], 'corrected'],
  ['entered', [], 'entered'],
  ['entered', ['edit'], 'entered'],
  ['entered', ['edit', 'publish'], 'entered'],
  ['entered', ['publish', 'edit'], 'corrected'],
  ['entered', ['publish', 'unpublish', 'edit'], 'corrected'],
])('%s, then %j: %s', (origin, acts, provenance) => {
  expect(after(origin, acts).provenance).toBe(provenance);
});

test('a draft is neither published nor on hold', () => {
  expect(after('generated', [])).toEqual({
    published: false,
    onHold: false,
    provenance: 'generated',
    publishedAt: null,
    result: resultNumbered(0),
    publicResult: null,
    publicProvenance: null,
    corrections: [],
    pendingReason: null,
    salt: null,
  });
});

test.each<[Act[], Correction[]]>([
  [['edit', 'publish'], []],
  [['publish', 'edit'], [{ at: 2, digits: '00000', reason: 'Reason 2' }]],
  [
    ['publish', 'edit', 'edit'],
    [
      { at: 2, digits: '00000', reason: 'Reason 2' },
      { at: 3, digits: '00002', reason: 'Reason 3' },
    ],
  ],
  [['publish', 'unpublish', 'edit'], []],
  [['publish', 'unpublish', 'edit', 'edit', 'publish'], [{ at: 5, digits: '00000', reason: 'Reason 4' }]],
  [['publish', 'unpublish', 'publish'], []],
])('%j: the corrections have only digits that were public: %j', (acts, corrections) => {
  expect(after('generated', acts).corrections).toEqual(corrections);
});

test('a result that is published again with its former digits has no correction', () => {
  const result = resultNumbered(7);
  const unpublished = unpublish(publish(newDraft('entered', result), 1));
  const changed = change(unpublished, { result: resultNumbered(8), reason: 'Wrong', now: 2 });
  const again = publish(change(changed, { result, now: 3 }), 4);
  expect(again).toMatchObject({ corrections: [], pendingReason: null, publicResult: result });
});

test('nor is it called corrected, and the reasons in between are dropped', () => {
  const result = resultNumbered(7);
  const unpublished = unpublish(publish(newDraft('generated', result), 1));
  const changed = change(unpublished, { result: resultNumbered(8), reason: 'Not 8', now: 2 });
  expect(changed.provenance).toBe('corrected');
  const again = publish(change(changed, { result, reason: 'Not 8 after all', now: 3 }), 4);
  expect(again).toMatchObject({ provenance: 'generated', corrections: [], pendingReason: null });
});

test('the reason of a correction is that of the last change, and can be replaced', () => {
  const unpublished = unpublish(publish(newDraft('entered', resultNumbered(1)), 1));
  const twice = change(change(unpublished, { result: resultNumbered(2), reason: 'It was 2', now: 2 }), {
    result: resultNumbered(3),
    now: 3,
  });
  expect(publish(twice, 4).corrections).toEqual([{ at: 4, digits: '00001', reason: null }]);
  const explained = change(twice, { result: twice.result, reason: 'Misread', now: 4 });
  expect(publish(explained, 5).corrections).toEqual([{ at: 5, digits: '00001', reason: 'Misread' }]);
  const published = publish(twice, 4);
  expect(change(published, { result: twice.result, reason: 'Too late', now: 5 })).toBe(published);
});

test('a correction without a reason has none', () => {
  const published = publish(newDraft('entered', resultNumbered(7)), 1);
  expect(change(published, { result: resultNumbered(8), reason: '', now: 2 }).corrections).toEqual([
    { at: 2, digits: '00007', reason: null },
  ]);
});

test('another number, date or slot is a change as well', () => {
  const draft = newRandomDraft(resultNumbered(1));
  for (const part of [{ drawNo: 'SC-7' }, { date: '2026-11-16' }, { slot: '17:00' }] as const) {
    const result = { ...draft.result, ...part };
    expect(change(draft, { result, now: 2 })).toMatchObject({ provenance: 'edited', result });
    const corrected = change(publish(draft, 1), { result, reason: 'Moved', now: 2 });
    expect(corrected).toMatchObject({ provenance: 'corrected', publicResult: result });
    expect(corrected.corrections).toEqual([{ at: 2, digits: '00001', reason: 'Moved' }]);
  }
});

test('a salt seals what staff entered or changed while it is not public', () => {
  expect(after('generated', ['hold', 'release', 'publish']).salt).toBeNull();
  expect(after('generated', ['edit']).salt).toBe('salt 1');
  expect(after('generated', ['edit', 'edit', 'publish']).salt).toBe('salt 2');
  expect(after('entered', ['publish']).salt).toBe('salt 0');
  expect(after('generated', ['publish', 'edit']).salt).toBeNull();
  expect(after('generated', ['publish', 'unpublish', 'edit']).salt).toBe('salt 3');
});

test('a random draft that had to be sealed is published as entered: nothing shows that it was not chosen', () => {
  const sealed = { ...newRandomDraft(resultNumbered(1)), salt: 'salt' };
  expect(publish(sealed, 1)).toMatchObject({ provenance: 'entered', publicProvenance: 'entered' });
});

test('unpublishing sets the hold and keeps the time of publication', () => {
  expect(after('generated', ['publish', 'unpublish'])).toMatchObject({
    published: false,
    onHold: true,
    publishedAt: 1,
  });
});

test('publishing removes the hold and sets the time of the last publication', () => {
  expect(after('generated', ['publish', 'unpublish', 'publish'])).toMatchObject({
    published: true,
    onHold: false,
    publishedAt: 3,
  });
});

test('publishing a published draw or unpublishing an unpublished draw changes nothing', () => {
  expect(after('entered', ['publish', 'publish'])).toEqual(after('entered', ['publish']));
  expect(after('entered', ['unpublish'])).toEqual(after('entered', []));
  expect(after('entered', ['publish', 'unpublish', 'unpublish'])).toEqual(
    after('entered', ['publish', 'unpublish']),
  );
});

test('a draft is held until it is released or published; a published draw cannot be held', () => {
  expect(after('generated', ['hold'])).toEqual({ ...after('generated', []), onHold: true });
  expect(after('generated', ['hold', 'hold'])).toEqual(after('generated', ['hold']));
  expect(after('generated', ['hold', 'release'])).toEqual(after('generated', []));
  expect(after('generated', ['release'])).toEqual(after('generated', []));
  expect(after('entered', ['hold', 'publish'])).toMatchObject({ published: true, onHold: false });
  expect(after('entered', ['publish', 'hold'])).toEqual(after('entered', ['publish']));
  expect(after('entered', ['publish', 'unpublish', 'release'])).toMatchObject({
    published: false,
    onHold: false,
    publishedAt: 1,
  });
});

test('new digits do not change the hold', () => {
  expect(after('generated', ['hold', 'edit'])).toMatchObject({ onHold: true, provenance: 'edited' });
});

test('any sequence of actions leads to the expected state', () => {
  const anyActs = fc.array(fc.constantFrom<Act>('publish', 'unpublish', 'hold', 'release', 'edit'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.constantFrom<Origin>('generated', 'entered'), anyActs, (origin, acts) => {
      const state = after(origin, acts);
      const firstPublished = acts.indexOf('publish');
      const wasPublished = firstPublished >= 0;
      expect(state.published).toBe(
        acts.findLast((act) => act === 'publish' || act === 'unpublish') === 'publish',
      );
      expect(state.onHold && state.published).toBe(false);
      expect(state.publishedAt !== null).toBe(wasPublished);
      expect(state.provenance === 'corrected').toBe(
        wasPublished && acts.lastIndexOf('edit') > firstPublished,
      );
    }),
  );
});
