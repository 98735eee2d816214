/** What staff write and visitors send: news, questions, messages, and the settings. */
import type { SqlDialect } from './sql-dialects.ts';

export const createContent = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table news_posts (
    id ${text} primary key not null,
    title ${text} not null,
    body ${text} not null,
    author ${text} not null,
    search_text ${text} not null,
    created_at ${integer} not null,
    updated_at ${integer} not null,
    version ${integer} not null
  ) ${strict}`,
  'create index news_posts_newest on news_posts (created_at, id)',

  `create table faqs (
    id ${text} primary key not null,
    question ${text} not null,
    answer ${text} not null,
    order_index ${integer} not null check (order_index >= 1),
    search_text ${text} not null,
    version ${integer} not null
  ) ${strict}`,
  'create index faqs_in_order on faqs (order_index, id)',

  `create table contact_messages (
    id ${text} primary key not null,
    name ${text} not null,
    phone ${text} not null,
    email ${text} not null,
    message ${text} not null,
    search_text ${text} not null,
    consent_at ${integer} not null,
    created_at ${integer} not null
  ) ${strict}`,
  'create index contact_messages_newest on contact_messages (created_at, id)',

  `create table settings (
    id ${text} primary key not null check (id = 'settings'),
    auto_publish ${integer} not null check (auto_publish in (0, 1)),
    publish_delay ${integer} not null check (publish_delay between 0 and 60),
    generate_time ${text} not null check (length(generate_time) = 5),
    enable_notifications ${integer} not null check (enable_notifications in (0, 1)),
    maintenance_mode ${integer} not null check (maintenance_mode in (0, 1)),
    version ${integer} not null
  ) ${strict}`,
  `insert into settings values ('settings', 1, 15, '06:00', 0, 0, 1)`,
];
