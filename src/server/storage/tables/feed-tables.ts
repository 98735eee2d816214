/** The tables of what has changed: the activity log, and the feed of live streams. */
import type { ActivityType } from '../../../contract/activity.ts';
import type { ChangedTable } from '../../../contract/live.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { ChangeType } from '../../../core/live.ts';
import type { JsonText } from './column-types.ts';

export interface ActivityTable {
  id: number;
  at: Instant;
  type: ActivityType;
  action: string;
  user_id: string | null;
  user_name: string;
  target: string;
  before: JsonText | null;
  after: JsonText | null;
}

export interface FeedTable {
  id: number;
  at: Instant;
  table_name: ChangedTable;
  row_id: string;
  admin_type: ChangeType;
  admin_row: JsonText;
  /** Null where the public must see nothing of the change. */
  public_type: ChangeType | null;
  public_row: JsonText | null;
  /** Numbers what the public sees; null together with the two above. */
  public_id: number | null;
}

/** One row: the counters that number the feed, for staff and for the public. */
export interface FeedStateTable {
  id: number;
  epoch: string;
  head: number;
  public_head: number;
  pruned_through: number;
  public_pruned_through: number;
}
