/** Both dictionaries, for what only the server makes: a page that imported this would carry both to every visitor. */

import type { Messages } from './en.ts';
import { en } from './en.ts';
import { type Language, languageOf } from './language.ts';
import { ml } from './ml.ts';

const DICTIONARIES: Record<Language, Messages> = { en, ml };

/** The language of a request's address, and its words. */
export function wordsFor(request: Request): { language: Language; messages: Messages } {
  const language = languageOf(new URL(request.url).pathname);
  return { language, messages: DICTIONARIES[language] };
}
