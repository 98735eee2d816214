/** Atom 1.0 feeds. */
import type { Language } from '../../i18n/language.ts';
import { xml, xmlResponse } from './xml.ts';

export interface FeedEntry {
  /** The address of its page, which is also its id. */
  address: string;
  title: string;
  summary: string;
  author: string;
  published: string;
  updated: string;
}

export interface Feed {
  language: Language;
  title: string;
  /** The feed's own address. */
  own: string;
  /** The page with the same content. */
  page: string;
  entries: readonly FeedEntry[];
}

/** The `updated` element is required, even in an empty feed. */
const NEVER = '1970-01-01T00:00:00.000Z';

const lastChange = (entries: readonly FeedEntry[]): string =>
  entries.map(({ updated }) => updated).reduce((latest, next) => (next > latest ? next : latest), NEVER);

export const atomFeed = ({ language, title, own, page, entries }: Feed): Response =>
  xmlResponse(
    xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${own}</id>
<title>${title}</title>
<updated>${lastChange(entries)}</updated>
<link rel="self" type="application/atom+xml" href="${own}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.map(
  (entry) => xml`<entry>
<id>${entry.address}</id>
<title>${entry.title}</title>
<link rel="alternate" type="text/html" href="${entry.address}"/>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<author><name>${entry.author}</name></author>
<summary>${entry.summary}</summary>
</entry>
`,
)}</feed>
`,
    'application/atom+xml',
  );
