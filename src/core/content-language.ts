/** The language of an article or a question, and the order of lists for readers of one language. */

export const CONTENT_LANGUAGES = ['en', 'ml'] as const;
export type ContentLanguage = (typeof CONTENT_LANGUAGES)[number];

/** Null is for readers of both languages. */
export interface InLanguage {
  language: ContentLanguage | null;
}

/** False if no reader's language is given. */
export const isInOtherLanguage = ({ language }: InLanguage, reader: ContentLanguage | undefined): boolean =>
  reader !== undefined && language !== null && language !== reader;

/** What is in the reader's language first; otherwise the order stays. */
export const ownLanguageFirst = <Item extends InLanguage>(
  items: readonly Item[],
  reader: ContentLanguage,
): Item[] => [
  ...items.filter((item) => !isInOtherLanguage(item, reader)),
  ...items.filter((item) => isInOtherLanguage(item, reader)),
];
