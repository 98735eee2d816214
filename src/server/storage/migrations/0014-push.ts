/** Devices that results are pushed to, and which results were pushed to which of them. */
import type { SqlDialect } from './sql-dialects.ts';

export const createPush = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table push_keys (
    id ${integer} primary key not null check (id = 1),
    public_key ${text} not null,
    private_key ${text} not null
  ) ${strict}`,

  `create table push_subscriptions (
    endpoint ${text} primary key not null,
    p256dh ${text} not null,
    auth ${text} not null,
    slots ${text} not null,
    language ${text} not null check (language in ('en', 'ml'))
  ) ${strict}`,

  `create table push_runs (
    draw_id ${text} primary key not null,
    published_at ${integer} not null,
    claimed_through ${text} not null,
    all_claimed ${integer} not null check (all_claimed in (0, 1))
  ) ${strict}`,
  'create index push_runs_unclaimed on push_runs (published_at) where all_claimed = 0',

  `create table push_batches (
    id ${text} primary key not null,
    draw_id ${text} not null references push_runs (draw_id) on delete cascade,
    endpoints ${text} not null,
    attempts ${integer} not null,
    due_at ${integer} not null
  ) ${strict}`,
  'create index push_batches_due on push_batches (due_at)',

  `alter table outgoing_events add column push_read_at ${integer}`,
  // What was published before is not pushed.
  'update outgoing_events set push_read_at = at',
  'create index outgoing_events_push on outgoing_events (position) where push_read_at is null',
];
