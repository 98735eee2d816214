/** The HTML of an article. */
import type { Language } from '../i18n/language.ts';

interface ArticleBodyProps {
  html: string;
  lang?: Language;
}

export const ArticleBody = ({ html, lang }: ArticleBodyProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it (decision 48).
  <div lang={lang} className="article-body" dangerouslySetInnerHTML={{ __html: html }} />
);
