/** The tables of news, questions and messages of visitors. */
import type { ArticleFormat } from '../../../contract/news.ts';
import type { ArticleStatus } from '../../../core/article-publication.ts';
import type { ContentLanguage } from '../../../core/content-language.ts';
import type { Instant } from '../../../core/ist-time.ts';

export interface NewsPostsTable {
  id: string;
  title: string;
  body: string;
  author: string;
  search_text: string;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  status: ArticleStatus;
  /** Null for a draft. */
  publish_at: Instant | null;
  language: ContentLanguage | null;
  format: ArticleFormat;
}

export interface FaqsTable {
  id: string;
  question: string;
  answer: string;
  order_index: number;
  search_text: string;
  version: number;
  language: ContentLanguage | null;
}

export interface ContactMessagesTable {
  id: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  search_text: string;
  consent_at: Instant;
  created_at: Instant;
  answered_at: Instant | null;
}
