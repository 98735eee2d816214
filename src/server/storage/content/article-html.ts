/** Renders the body of an article to sanitised HTML (decision 48). */
import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { ArticleFormat } from '../../../contract/news.ts';

export interface ArticleBody {
  body: string;
  format: ArticleFormat;
}

/** Raw HTML is shown as text. Single line breaks are kept, as in the articles from before Markdown. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(['image', 'table']);

/** Only paragraphs, line breaks and links. */
const plainText = new MarkdownIt('zero', { linkify: true, breaks: true }).enable(['linkify', 'newline']);

/** Other sites, mail and phone, and pages of this site by their path. */
const isSafeAddress = (address: string): boolean => /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i.test(address);

for (const parser of [markdown, plainText]) {
  parser.validateLink = isSafeAddress;
  // With guesses, a missing space after a full stop would make a link: "today.In".
  parser.linkify.set({ fuzzyLink: false });
}

const transformTags: sanitizeHtml.IOptions['transformTags'] = {
  // The page has the only first-level heading.
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  a: (tagName, attribs) => ({ tagName, attribs: isSafeAddress(attribs['href'] ?? '') ? attribs : {} }),
};

/** The parser allows no raw HTML and no script links. This is the second defence, should it have a fault. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: 'a blockquote br code em h2 h3 h4 hr li ol p pre s strong ul'.split(' '),
  allowedAttributes: { a: ['href', 'title'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  transformTags,
};

const render = ({ body, format }: ArticleBody): string =>
  sanitizeHtml((format === 'text' ? plainText : markdown).render(body), ALLOWED).trim();

const MOST_CHARACTERS = 8 * 1024 * 1024;

/** Lists render many articles for each request, and the same ones every time. */
const rendered = new LRUCache<string, string>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

export function articleHtml({ body, format }: ArticleBody): string {
  const key = `${format} ${body}`;
  const html = rendered.get(key) ?? render({ body, format });
  rendered.set(key, html);
  return html;
}
