/** The language the visitor last switched to. Addresses decide; this only says where the bare domain leads. */
import { createPreference } from '../hooks/preference.ts';
import { LANGUAGES } from './language.ts';

export const chosenLanguage = createPreference('language', LANGUAGES);
