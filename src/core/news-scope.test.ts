import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyToPart } from './live.ts';
import { compareNews, newsPositionOf } from './news-order.ts';
import { includesArticle, type NewsScope } from './news-scope.ts';

describe('an article is in the scopes in which the server returns it', () => {
  const article = {
    id: 'm',
    publishAt: '2026-11-10T03:00:00.000Z',
    title: 'Monsoon',
    html: '<p>Rain</p>',
    language: null,
  } as const;
  const place = newsPositionOf(article);
  const [newer, older] = ['2026-11-11T03:00:00.000Z', '2026-11-09T03:00:00.000Z'];

  test.each<[NewsScope, boolean]>([
    [{}, true],
    [{ id: 'm', q: 'sun' }, true],
    [{ id: 'n', q: 'sun' }, false],
    [{ q: 'rain' }, true],
    [{ q: 'sun' }, false],
    [{ upTo: { ...place, publishAt: older, id: 'z' } }, true],
    [{ upTo: { ...place, publishAt: newer, id: 'a' } }, false],
    [{ upTo: place }, true],
    [{ upTo: { ...place, id: 'n' } }, false],
    [{ after: { ...place, publishAt: newer, id: 'a' } }, true],
    [{ after: { ...place, publishAt: older, id: 'z' } }, false],
    [{ after: place }, false],
    [{ after: { ...place, id: 'n' } }, true],
    [{ upTo: { ...place, isInOtherLanguage: true, publishAt: newer } }, true],
    [{ after: { ...place, isInOtherLanguage: true, publishAt: newer } }, false],
  ])('%j: %p', (scope, expected) => {
    expect(includesArticle(scope, article)).toBe(expected);
  });
});

test('a page that applies all edits shows exactly the rows in its scope', () => {
  const anyArticle = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    publishAt: fc.constantFrom('1', '2', '3'),
    title: fc.constantFrom('sun', 'rain'),
    html: fc.constant(''),
    language: fc.constantFrom('en' as const, 'ml' as const, null),
  });
  const anyArticles = fc.uniqueArray(anyArticle, { selector: ({ id }) => id, minLength: 4, maxLength: 8 });
  const anyReader = fc.constantFrom('en' as const, 'ml' as const, undefined);
  const anyEdits = fc.array(fc.record({ place: fc.nat(), title: fc.constantFrom('sun', 'rain') }));
  fc.assert(
    fc.property(
      anyArticles,
      anyEdits,
      fc.constantFrom('', 'rain'),
      anyReader,
      (articles, edits, q, language) => {
        const compare = compareNews(language);
        const [after, , upTo] = [...articles]
          .sort(compare)
          .map((article) => newsPositionOf(article, language));
        const scope = { ...(language && { language }), q, after: after ?? null, upTo: upTo ?? null };
        const inScope = (list: typeof articles) =>
          list.filter((article) => includesArticle(scope, article)).sort(compare);
        let stored = articles;
        let shown = inScope(articles);
        for (const { place, title } of edits) {
          stored = stored.map((row, index) => (index === place % stored.length ? { ...row, title } : row));
          const row = stored[place % stored.length] as (typeof stored)[number];
          shown = applyToPart(shown, { type: 'UPDATE', row }, compare, (article) =>
            includesArticle(scope, article),
          );
        }
        expect(shown).toEqual(inScope(stored));
      },
    ),
  );
});
