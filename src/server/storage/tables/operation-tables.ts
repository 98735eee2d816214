/** The tables of the settings, of mails and backups, and of counters. */
import type { Backup } from '../../../contract/backups.ts';
import type { Approval } from '../../../core/approval.ts';
import type { Instant, TimeOfDay } from '../../../core/ist-time.ts';
import type { Flag } from './column-types.ts';

export interface SettingsTable {
  id: string;
  auto_publish: Flag;
  publish_delay: number;
  generate_time: TimeOfDay;
  enable_notifications: Flag;
  maintenance_mode: Flag;
  publish_generated: Flag;
  approval: Approval;
  version: number;
}

/** Only mails that are not sent yet: a sent mail is deleted, because it may contain a secret link. */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  attempts: number;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  /** An alert is not sent once notifications are off; null for every other mail. */
  alert_kind: 'trouble' | 'contact' | null;
  /** The same for the mails about the beginning and the end of an incident. */
  alert_id: string | null;
}

export interface BackupsTable {
  id: string;
  /** The scheduled period it was made for, which only one node can claim; null for a backup on demand. */
  period: string | null;
  status: Backup['status'];
  step: Backup['step'];
  progress: number;
  file: string;
  bytes: number | null;
  sha256: string | null;
  started_at: Instant;
  /** The last heartbeat of its process while it is running. */
  beat_at: Instant;
  finished_at: Instant | null;
  error: string | null;
  /** The machine and the folder that hold the copy, as `machine:folder`; older versions stored the machine only. */
  node: string;
}

export interface VisitorCountsTable {
  at: Instant;
  node: string;
  visitors: number;
}

export interface RateLimitsTable {
  key: string;
  window_start: Instant;
  count: number;
}
