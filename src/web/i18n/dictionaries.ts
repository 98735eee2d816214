/** Both dictionaries, for routes that only the server runs: a page that imported this would load both. */
import { en } from './en.ts';
import { enPages, type PageMessages } from './en-pages.ts';
import { enResults, type ResultMessages } from './en-results.ts';
import { type Language, languageOf } from './language.ts';
import { ml } from './ml.ts';
import { mlPages } from './ml-pages.ts';
import { mlResults } from './ml-results.ts';

type AllMessages = PageMessages & ResultMessages;

const DICTIONARIES: Record<Language, AllMessages> = {
  en: { ...en, ...enPages, ...enResults },
  ml: { ...ml, ...mlPages, ...mlResults },
};

/** The language of an address, and its messages. */
export function messagesFor(url: URL): { language: Language; messages: AllMessages } {
  const language = languageOf(url.pathname);
  return { language, messages: DICTIONARIES[language] };
}
