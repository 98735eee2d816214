/** The HTML that other sites copy to show the card in a frame. */
import type { Language } from '../../i18n/language.ts';
import { pathIn } from '../../i18n/language.ts';

/** The widths to choose from, each with the height that the card needs. */
export const SIZES = [
  { width: 280, height: 180 },
  { width: 400, height: 230 },
  { width: 600, height: 300 },
] as const;

export type Size = (typeof SIZES)[number];

interface SnippetParts {
  baseUrl: string;
  language: Language;
  title: string;
  size: Size;
}

export const snippetFor = ({ baseUrl, language, title, size: { width, height } }: SnippetParts): string =>
  [
    `<iframe src="${baseUrl}${pathIn(language, '/embed')}"`,
    `title="${title}"`,
    `width="${width}" height="${height}"`,
    'loading="lazy" style="border:0;max-width:100%"></iframe>',
  ].join(' ');
