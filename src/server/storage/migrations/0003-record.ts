/** The record of what happened: the activity log for people, the feed for live streams. */
import type { SqlDialect } from './sql-dialects.ts';

export const createRecord = ({ text, integer, strict, ...dialect }: SqlDialect): string[] => [
  `create table activity (
    id ${integer} primary key not null,
    at ${integer} not null,
    type ${text} not null,
    action ${text} not null,
    user_id ${text},
    user_name ${text} not null,
    target ${text} not null,
    before ${text},
    after ${text}
  ) ${strict}`,
  'create index activity_of_type on activity (type, id)',
  'create index activity_of_user on activity (user_name, id)',
  'create index activity_at on activity (at)',
  ...dialect.refuseChangesOf('activity'),

  `create table feed (
    id ${integer} primary key not null,
    at ${integer} not null,
    table_name ${text} not null,
    row_id ${text} not null,
    admin_type ${text} not null check (admin_type in ('INSERT', 'UPDATE', 'DELETE')),
    admin_row ${text} not null,
    public_type ${text} check (public_type in ('INSERT', 'UPDATE', 'DELETE')),
    public_row ${text},
    check ((public_type is null) = (public_row is null))
  ) ${strict}`,
  'create index feed_at on feed (at)',
  'create index feed_public on feed (id) where public_type is not null',
  ...dialect.notifyOfInsertsInto('feed', 'feed'),

  `create table feed_state (
    id ${integer} primary key not null check (id = 1),
    epoch ${text} not null,
    head ${integer} not null,
    public_head ${integer} not null,
    pruned_through ${integer} not null
  ) ${strict}`,
  `insert into feed_state values (1, '${crypto.randomUUID()}', 0, 0, 0)`,
];
