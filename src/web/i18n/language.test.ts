import { expect, test } from 'bun:test';
import { LANGUAGES, languageOf, pagePath, pathIn } from './language.ts';

test('detects the language from the path', () => {
  expect(languageOf('/')).toBe('en');
  expect(languageOf('/ml')).toBe('ml');
  expect(languageOf('/ml/results')).toBe('ml');
  expect(languageOf('/mlb')).toBe('en');
  expect(languageOf('/results/ml')).toBe('en');
});

test('every page has a path in each language, which is parsed back', () => {
  for (const path of ['/', '/results', '/results/12-00', '/news/abc']) {
    for (const language of LANGUAGES) {
      const address = pathIn(language, path);
      expect(languageOf(address)).toBe(language);
      expect(pagePath(address)).toBe(path);
    }
  }
  expect(pathIn('ml', '/')).toBe('/ml');
});
