/** Search in texts: articles, questions, the activity log. */

/** Older Malayalam texts write a chillu as consonant, virama and joiner; newer ones as one character. */
const CHILLU_LETTERS: Readonly<Record<string, string>> = {
  'ണ്\u200D': 'ൺ',
  'ന്\u200D': 'ൻ',
  'ര്\u200D': 'ർ',
  'ല്\u200D': 'ൽ',
  'ള്\u200D': 'ൾ',
  'ക്\u200D': 'ൿ',
};
const OLD_CHILLU = /[ണനരലളക]്\u200D/g;

/** Ignores case, old spellings, joiners and repeated white space. */
export const foldForSearch = (text: string): string =>
  text
    .replace(OLD_CHILLU, (spelling) => CHILLU_LETTERS[spelling] ?? spelling)
    .replace(/[\u200B-\u200D\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()
    .normalize('NFC');

export const textMatches = (texts: readonly string[], query: string): boolean =>
  texts.some((text) => foldForSearch(text).includes(foldForSearch(query)));
