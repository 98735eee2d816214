/** Provides the language of the page and its messages. */
import { type ReactNode, useMemo } from 'react';
import { createRequiredContext } from '../hooks/required-context.ts';
import type { Messages } from './en.ts';
import type { enPages, PageMessages } from './en-pages.ts';
import type { enResults, ResultMessages } from './en-results.ts';
import { type Language, pathIn } from './language.ts';

interface I18n {
  language: Language;
  messages: Messages;
}

const [I18nContext, useI18n] = createRequiredContext<I18n>('I18n');

export { useI18n };

export function I18nProvider({ children, ...i18n }: I18n & { children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

export const useMessages = (): Messages => useI18n().messages;

const [PageMessagesContext, usePageMessages] = createRequiredContext<PageMessages>('PageMessages');

export { usePageMessages };

/** Adds the messages of news, help and contact. */
export function PageMessagesProvider({ added, children }: { added: typeof enPages; children: ReactNode }) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...added }), [messages, added]);
  return <PageMessagesContext value={all}>{children}</PageMessagesContext>;
}

const [ResultMessagesContext, useResultMessages] = createRequiredContext<ResultMessages>('ResultMessages');

export { useResultMessages };

/** Adds the messages of charts, days and draws. */
export function ResultMessagesProvider({
  added,
  children,
}: {
  added: typeof enResults;
  children: ReactNode;
}) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...added }), [messages, added]);
  return <ResultMessagesContext value={all}>{children}</ResultMessagesContext>;
}

/** Returns a function that turns the English path of a page into its path in the current language. */
export function usePathIn(): (path: string) => string {
  const { language } = useI18n();
  return (path) => pathIn(language, path);
}
