/** A template tag for XML: strings are escaped, values of type Xml are not. */
import { sharedCacheControl } from '../caching.ts';

class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Xml };

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML does not allow control characters, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

type Value = string | number | Xml | readonly Xml[];

function textOf(value: Value): string {
  if (value instanceof Xml) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeXml(String(value));
}

export const xml = (parts: TemplateStringsArray, ...values: Value[]): Xml =>
  new Xml(String.raw({ raw: parts }, ...values.map(textOf)));

/** For text that is XML already. */
export const raw = (text: string): Xml => new Xml(text);

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An XML response that is cached like a page. */
export const xmlResponse = (document: Xml, contentType: string): Response =>
  new Response(DECLARATION + document.text, {
    headers: {
      'Content-Type': `${contentType}; charset=utf-8`,
      'Cache-Control': sharedCacheControl(60),
    },
  });
