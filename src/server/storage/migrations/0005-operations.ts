/** What running the site needs: the queue of mails, the list of backups, visitor counts, limits per address. */
import type { SqlDialect } from './sql-dialects.ts';

export const createOperations = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table mails (
    id ${text} primary key not null,
    recipient ${text} not null,
    subject ${text} not null,
    text ${text} not null,
    html ${text},
    attempts ${integer} not null,
    next_attempt_at ${integer} not null,
    last_error ${text},
    created_at ${integer} not null
  ) ${strict}`,
  'create index mails_waiting on mails (next_attempt_at)',

  `create table backups (
    id ${text} primary key not null,
    period ${text} unique,
    status ${text} not null check (status in ('running', 'verified', 'failed')),
    step ${text} not null check (step in ('copying', 'checksumming', 'restoring', 'checking', 'done')),
    progress ${integer} not null check (progress between 0 and 100),
    file ${text} not null,
    bytes ${integer},
    sha256 ${text},
    started_at ${integer} not null,
    beat_at ${integer} not null,
    finished_at ${integer},
    error ${text},
    node ${text} not null
  ) ${strict}`,
  'create index backups_newest on backups (started_at, id)',

  `create table visitor_counts (
    at ${integer} not null,
    node ${text} not null,
    visitors ${integer} not null,
    primary key (at, node)
  ) ${strict}`,

  `create table rate_limits (
    key ${text} primary key not null,
    window_start ${integer} not null,
    count ${integer} not null
  ) ${strict}`,
  'create index rate_limits_oldest on rate_limits (window_start)',
];
