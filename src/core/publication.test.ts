import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  changeDigits,
  newDraft,
  type Provenance,
  type PublicationState,
  publish,
  unpublish,
} from './publication.ts';

type Act = 'publish' | 'unpublish' | 'edit';
type Origin = 'generated' | 'entered';

/** The state of a draw after the actions, which happen at the instants 1, 2 and so on. */
const after = (origin: Origin, acts: readonly Act[]): PublicationState =>
  acts.reduce((state, act, index) => {
    if (act === 'publish') return publish(state, index + 1);
    return act === 'unpublish' ? unpublish(state) : changeDigits(state);
  }, newDraft(origin));

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
  });
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

test('any sequence of actions leads to the expected state', () => {
  const anyActs = fc.array(fc.constantFrom<Act>('publish', 'unpublish', 'edit'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom<Origin>('generated', 'entered'), anyActs, (origin, acts) => {
      const state = after(origin, acts);
      const firstPublished = acts.indexOf('publish');
      const wasPublished = firstPublished >= 0;
      expect(state.published).toBe(acts.findLast((act) => act !== 'edit') === 'publish');
      expect(state.onHold).toBe(wasPublished && !state.published);
      expect(state.publishedAt !== null).toBe(wasPublished);
      expect(state.provenance === 'corrected').toBe(
        wasPublished && acts.lastIndexOf('edit') > firstPublished,
      );
    }),
  );
});
