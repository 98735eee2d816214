/** Events to be sent out, webhooks, and what is sent to them. */
import type { SqlDialect } from './sql-dialects.ts';

export const createWebhooks = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table outgoing_events (
    id ${text} primary key not null,
    position ${integer} not null unique,
    type ${text} not null,
    at ${integer} not null,
    draw ${text} not null,
    webhooks_queued_at ${integer}
  ) ${strict}`,
  'create index outgoing_events_waiting on outgoing_events (position) where webhooks_queued_at is null',

  `create table webhooks (
    id ${text} primary key not null,
    url ${text} not null,
    secret ${text} not null,
    events ${text} not null,
    enabled ${integer} not null check (enabled in (0, 1)),
    created_at ${integer} not null,
    updated_at ${integer} not null,
    version ${integer} not null
  ) ${strict}`,

  `create table webhook_deliveries (
    id ${text} primary key not null,
    position ${integer} not null unique,
    webhook_id ${text} not null references webhooks (id) on delete cascade,
    message_id ${text} not null,
    type ${text} not null,
    draw_no ${text} not null,
    body ${text} not null,
    state ${text} not null check (state in ('pending', 'delivered', 'failed')),
    attempts ${integer} not null,
    automatic_attempts ${integer} not null,
    created_at ${integer} not null,
    next_attempt_at ${integer},
    claimed_until ${integer},
    last_attempt_at ${integer},
    status ${integer},
    answer ${text},
    error ${text},
    milliseconds ${integer},
    check ((state = 'pending') = (next_attempt_at is not null))
  ) ${strict}`,
  'create index webhook_deliveries_newest on webhook_deliveries (webhook_id, position)',
  `create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at) where state = 'pending'`,
  'create index webhook_deliveries_claimed on webhook_deliveries (webhook_id) where claimed_until is not null',
  'create index webhook_deliveries_created on webhook_deliveries (created_at)',

  // Until now the switch did nothing. Where nobody has ever saved the settings, nobody has chosen "off".
  'update settings set enable_notifications = 1 where version = 1',
];
