/** Numbers the public changes of the feed separately, so that public cursors do not count hidden changes. */
import type { SqlDialect } from './sql-dialects.ts';

export const numberPublicFeed = ({ integer, addCheck }: SqlDialect): string[] => [
  `alter table feed add column public_id ${integer}`,
  `update feed set public_id = numbered.place
   from (select id, row_number() over (order by id) as place from feed where public_type is not null) as numbered
   where numbered.id = feed.id`,
  'drop index feed_public',
  'create unique index feed_public on feed (public_id) where public_id is not null',
  // A node of the previous version must fail instead of writing changes that the public would never receive.
  ...addCheck('feed', 'feed_public_is_numbered', '(public_type is null) = (public_id is null)'),

  `alter table feed_state add column public_pruned_through ${integer} not null default 0`,
  // Older cursors use the old numbering: the new epoch makes their clients fetch again.
  `update feed_state set
     epoch = '${crypto.randomUUID()}',
     public_head = (select count(public_id) from feed)`,
];
