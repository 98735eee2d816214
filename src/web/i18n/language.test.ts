import { expect, test } from 'bun:test';
import { LANGUAGES, languageOf, pagePath, pathIn } from './language.ts';

test('the language follows from the address', () => {
  expect(languageOf('/')).toBe('en');
  expect(languageOf('/ml')).toBe('ml');
  expect(languageOf('/ml/results')).toBe('ml');
  expect(languageOf('/mlb')).toBe('en');
  expect(languageOf('/results/ml')).toBe('en');
});

test('every page has one address in each language, from which its path can be read', () => {
  for (const path of ['/', '/results', '/results/12-00', '/news/abc']) {
    for (const language of LANGUAGES) {
      const address = pathIn(language, path);
      expect(languageOf(address)).toBe(language);
      expect(pagePath(address)).toBe(path);
    }
  }
  expect(pathIn('ml', '/')).toBe('/ml');
});
