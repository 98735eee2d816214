import { expect, test } from 'bun:test';
import { languageOfText } from './text-language.ts';

test('the script with more characters is the language', () => {
  expect(languageOfText('Draw times change in May')).toBe('en');
  expect(languageOfText('ഇന്നത്തെ നറുക്കെടുപ്പ് SC151120261')).toBe('ml');
  expect(languageOfText('The word ഫലം means result')).toBe('en');
  expect(languageOfText('12345')).toBe('en');
  expect(languageOfText('SC 12', 'ml')).toBe('ml');
});
