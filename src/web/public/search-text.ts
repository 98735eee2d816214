/** The search text in an address. */

const MAX_LENGTH = 100;

/** Control characters count as spaces. */
export const readSearchText = (params: URLSearchParams): string =>
  (params.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .trim();
