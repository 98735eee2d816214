/** The language of a text written by staff: as they stated it, otherwise by its script. */
import type { Language } from './language.ts';

export function languageOfText(text: string, stated: Language | null = null): Language {
  if (stated) return stated;
  const malayalam = text.match(/[\u0D00-\u0D7F]/g)?.length ?? 0;
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  return malayalam > latin ? 'ml' : 'en';
}
