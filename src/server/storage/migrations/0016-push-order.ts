/** Devices that have received before come first, and those that never do are dropped. */
import type { SqlDialect } from './sql-dialects.ts';

export const addPushOrder = ({ integer }: SqlDialect): string[] => [
  `alter table push_subscriptions add column has_received ${integer} not null default 0 check (has_received in (0, 1))`,
  `alter table push_subscriptions add column failed_results ${integer} not null default 0`,
  'create index push_subscriptions_order on push_subscriptions (has_received, endpoint)',

  `alter table push_runs add column claims_new ${integer} not null default 0 check (claims_new in (0, 1))`,
  `alter table push_runs add column is_accepted ${integer} not null default 0 check (is_accepted in (0, 1))`,
  // All devices are new, and these runs continue after the endpoint that they have reached.
  'update push_runs set claims_new = 1',
];
