/** The text of an article's HTML, for excerpts and search. Only for HTML that our sanitizer wrote. */

/** Tags inside a line; all others separate lines. */
const INLINE = /<\/?(?:a|code|em|s|strong)(?: [^>]*)?>/g;

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

export const textOfHtml = (html: string): string =>
  html
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** The opposite: HTML that shows a text. */
export const htmlOfText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[character]};`);
