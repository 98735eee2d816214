/** The tables of alerts to staff, of who gets them, and of pushes that are not sent yet. */
import type { TroubleKind } from '../../../core/alerts.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';
import type { Flag } from './column-types.ts';

/** An incident that was reported. */
export interface AlertsTable {
  id: string;
  kind: TroubleKind;
  /** At most one alert of a subject is open. */
  subject: string;
  /** Of the draw, where the incident is about one. */
  date: IstDate | null;
  slot: Slot | null;
  began_at: Instant;
  /** When a node found it last. */
  seen_at: Instant;
  ended_at: Instant | null;
}

/** Something that happened: deleted when its messages are queued, because it may contain the name of a visitor. */
export interface AlertEventsTable {
  id: string;
  title: string;
  text: string;
  path: string;
  /** Also by mail; otherwise only to devices. */
  by_mail: Flag;
  /** Who caused it, and gets no message about it. */
  actor_id: string | null;
  /** The only account that gets it; null for all. */
  recipient_id: string | null;
  /** When its messages are to be queued. */
  at: Instant;
}

/** Without a row an account gets what is the default of its role. */
export interface AlertPreferencesTable {
  user_id: string;
  mail: Flag;
  /** About new contact messages. */
  contact_mail: Flag;
}

export interface AlertDevicesTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  user_agent: string | null;
  created_at: Instant;
}

/** Deleted when it was handed over to the push service, or given up. */
export interface AlertPushesTable {
  id: string;
  endpoint: string;
  /** A later message with the same topic replaces it while the device is offline. */
  topic: string;
  payload: string;
  attempts: number;
  /** A node that sends it postpones it first, so that no other node sends it meanwhile. */
  next_attempt_at: Instant;
}
