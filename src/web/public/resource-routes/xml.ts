/** XML by example: what is put into the text is escaped, what was made here before is not. */
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

/** Control characters cannot stand in XML at all. */
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

/** What comes from elsewhere and is known to be XML already. */
export const raw = (text: string): Xml => new Xml(text);

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A document as an answer that may be shared like a page. */
export const xmlResponse = (document: Xml, contentType: string): Response =>
  new Response(DECLARATION + document.text, {
    headers: {
      'Content-Type': `${contentType}; charset=utf-8`,
      'Cache-Control': 'public, max-age=0, s-maxage=60',
    },
  });
