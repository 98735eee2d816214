/** Results that wait for the approval of a second person. */
import type { SqlDialect } from './sql-dialects.ts';

export const addApproval = ({ text, integer, addCheck }: SqlDialect): string[] => [
  `alter table draws add column proposal ${text}`,
  `alter table draws add column unapproved ${integer} not null default 0 check (unapproved in (0, 1))`,
  'create index draws_waiting_for_approval on draws (date, slot) where proposal is not null or unapproved = 1',
  // A node of the previous version must fail instead of publishing what nobody has approved.
  ...addCheck('draws', 'draws_published_is_approved', 'published = 0 or unapproved = 0'),
  // Stored changes have rows in the previous shape: the new epoch makes clients fetch again.
  `update feed_state set epoch = '${crypto.randomUUID()}'`,
];
