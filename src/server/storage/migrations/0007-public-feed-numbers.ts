/** Numbers what the public sees of the feed by itself, so that its cursors do not count hidden changes. */
import type { DialectWords } from './dialect-words.ts';

export const numberPublicFeed = ({ integer, addCheck }: DialectWords): string[] => [
  `alter table feed add column public_id ${integer}`,
  `update feed set public_id = numbered.place
   from (select id, row_number() over (order by id) as place from feed where public_type is not null) as numbered
   where numbered.id = feed.id`,
  'drop index feed_public',
  'create unique index feed_public on feed (public_id) where public_id is not null',
  // A node that still runs the former version must fail rather than write what the public would never be sent.
  ...addCheck('feed', 'feed_public_is_numbered', '(public_type is null) = (public_id is null)'),

  `alter table feed_state add column public_pruned_through ${integer} not null default 0`,
  // Cursors from before count in the old way: with a new epoch their owners refetch.
  `update feed_state set
     epoch = '${crypto.randomUUID()}',
     public_head = (select count(public_id) from feed)`,
];
