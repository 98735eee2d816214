/** Drafts, schedules, languages and Markdown for news; languages for questions; answered messages. */
import type { SqlDialect } from './sql-dialects.ts';

export const addPublicationOfContent = (dialect: SqlDialect): string[] => {
  const { text, integer, addCheck } = dialect;
  const language = `language ${text} check (language in ('en', 'ml'))`;
  return [
    `alter table news_posts add column status ${text} not null default 'published' check (status in ('draft', 'scheduled', 'published'))`,
    `alter table news_posts add column publish_at ${integer}`,
    `alter table news_posts add column ${language}`,
    // Existing articles are plain text and must look the same as before (decision 48).
    `alter table news_posts add column format ${text} not null default 'markdown' check (format in ('text', 'markdown'))`,
    `update news_posts set publish_at = created_at, format = 'text'`,
    // A node of the previous version must fail instead of writing articles without a time of publication.
    ...addCheck('news_posts', 'news_posts_time_of_publication', `(status = 'draft') = (publish_at is null)`),
    `create index news_posts_published on news_posts (publish_at, id) where status = 'published'`,
    `create index news_posts_scheduled on news_posts (publish_at) where status = 'scheduled'`,

    `alter table faqs add column ${language}`,

    `alter table contact_messages add column answered_at ${integer}`,
    'create index contact_messages_new on contact_messages (created_at, id) where answered_at is null',

    // Stored changes have rows in the previous shape: the new epoch makes clients fetch again.
    `update feed_state set epoch = '${crypto.randomUUID()}'`,
  ];
};
