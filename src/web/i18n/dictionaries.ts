/** Both dictionaries, for routes that only the server runs: a page that imported this would load both. */
import { en } from './en.ts';
import { enPages, type PageMessages } from './en-pages.ts';
import { type Language, languageOf } from './language.ts';
import { ml } from './ml.ts';
import { mlPages } from './ml-pages.ts';

const DICTIONARIES: Record<Language, PageMessages> = {
  en: { ...en, ...enPages },
  ml: { ...ml, ...mlPages },
};

/** The language of an address, and its messages. */
export function messagesFor(url: URL): { language: Language; messages: PageMessages } {
  const language = languageOf(url.pathname);
  return { language, messages: DICTIONARIES[language] };
}
