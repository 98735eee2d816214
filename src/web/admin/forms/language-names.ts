/** The names of the languages of articles and questions. */
import type { ContentLanguage } from '../../../core/content-language.ts';

export const LANGUAGE_NAMES: Readonly<Record<ContentLanguage, string>> = { en: 'English', ml: 'Malayalam' };
