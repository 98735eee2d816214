/** Both dictionaries, for what only the server makes: a page that imported this would carry both to every visitor. */

import type { Messages } from './en.ts';
import { en } from './en.ts';
import { type Language, languageOf } from './language.ts';
import { ml } from './ml.ts';

const DICTIONARIES: Record<Language, Messages> = { en, ml };

/** The language of an address, and its words. */
export function wordsFor(url: URL): { language: Language; messages: Messages } {
  const language = languageOf(url.pathname);
  return { language, messages: DICTIONARIES[language] };
}
