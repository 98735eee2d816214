/** What somebody looks for, as the address says it. */

const LONGEST = 100;

/** Characters that nobody types are as good as a space. */
export const readSearchText = (params: URLSearchParams): string =>
  (params.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST)
    .toWellFormed()
    .trim();
