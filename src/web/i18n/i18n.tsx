/** Gives the language of the page and its words to every component below. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Messages } from './en.ts';
import type { enPages, PageMessages } from './en-pages.ts';
import { type Language, pathIn } from './language.ts';

interface I18n {
  language: Language;
  messages: Messages;
}

const I18nContext = createContext<I18n | null>(null);

export function I18nProvider({ children, ...i18n }: I18n & { children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (!i18n) throw new Error('useI18n must be used within an I18nProvider');
  return i18n;
}

export const useMessages = (): Messages => useI18n().messages;

const PageContext = createContext<PageMessages | null>(null);

/** Adds the words of all pages but the home page. */
export function PageWords({ words, children }: { words: typeof enPages; children: ReactNode }) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...words }), [messages, words]);
  return <PageContext value={all}>{children}</PageContext>;
}

export function usePageMessages(): PageMessages {
  const messages = useContext(PageContext);
  if (!messages) throw new Error('usePageMessages must be used within PageWords');
  return messages;
}

/** Turns the English path of a page into its address in the language at hand. */
export function usePathIn(): (path: string) => string {
  const { language } = useI18n();
  return (path) => pathIn(language, path);
}
