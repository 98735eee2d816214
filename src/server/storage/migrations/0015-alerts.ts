/** Alerts to staff: what was reported, who wants to get it, and the pushes that are not sent yet. */
import type { SqlDialect } from './sql-dialects.ts';

export const createAlerts = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table alerts (
    id ${text} primary key not null,
    kind ${text} not null,
    subject ${text} not null,
    date ${text},
    slot ${text},
    began_at ${integer} not null,
    seen_at ${integer} not null,
    ended_at ${integer}
  ) ${strict}`,
  // Decides which of several nodes reports it.
  'create unique index alerts_open on alerts (subject) where ended_at is null',
  'create index alerts_ended on alerts (ended_at)',

  `create table alert_events (
    id ${text} primary key not null,
    title ${text} not null,
    text ${text} not null,
    path ${text} not null,
    by_mail ${integer} not null check (by_mail in (0, 1)),
    actor_id ${text},
    recipient_id ${text},
    at ${integer} not null
  ) ${strict}`,
  'create index alert_events_oldest on alert_events (at)',

  `create table alert_preferences (
    user_id text primary key not null references "user" ("id") on delete cascade,
    mail ${integer} not null check (mail in (0, 1)),
    contact_mail ${integer} not null check (contact_mail in (0, 1))
  ) ${strict}`,

  `create table alert_devices (
    endpoint ${text} primary key not null,
    user_id text not null references "user" ("id") on delete cascade,
    p256dh ${text} not null,
    auth ${text} not null,
    user_agent ${text},
    created_at ${integer} not null
  ) ${strict}`,
  'create index alert_devices_of_user on alert_devices (user_id)',

  `create table alert_pushes (
    id ${text} primary key not null,
    endpoint ${text} not null references alert_devices (endpoint) on delete cascade,
    topic ${text} not null,
    payload ${text} not null,
    attempts ${integer} not null,
    next_attempt_at ${integer} not null
  ) ${strict}`,
  'create index alert_pushes_due on alert_pushes (next_attempt_at)',
  'create index alert_pushes_of_device on alert_pushes (endpoint)',

  `alter table mails add column alert_kind ${text} check (alert_kind in ('trouble', 'contact'))`,
  `alter table mails add column alert_id ${text}`,
];
