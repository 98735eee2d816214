/** The tables of events that are sent out, of webhooks and of their deliveries. */
import type { TEST_EVENT } from '../../../contract/webhooks.ts';
import type { DrawEvent } from '../../../core/draw-events.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Flag, JsonText } from './column-types.ts';

/** A change of what the public sees of a draw, for everything that is sent out. */
export interface OutgoingEventsTable {
  /** Sent to receivers, so that they can detect a repetition. */
  id: string;
  /** Numbers the events in the order of commit. */
  position: number;
  type: DrawEvent;
  at: Instant;
  /** As the public sees it, or saw it last. */
  draw: JsonText;
  /** When the deliveries to webhooks were created. */
  webhooks_queued_at: Instant | null;
  /** When it was decided whether the result is pushed to devices. */
  push_read_at: Instant | null;
}

export interface WebhooksTable {
  id: string;
  url: string;
  secret: string;
  /** A list of `DrawEvent`. */
  events: JsonText;
  enabled: Flag;
  created_at: Instant;
  updated_at: Instant;
  version: number;
}

export interface WebhookDeliveriesTable {
  id: string;
  /** Numbers the deliveries in the order of commit. */
  position: number;
  webhook_id: string;
  message_id: string;
  type: DrawEvent | typeof TEST_EVENT;
  draw_no: string;
  /** Sent unchanged in every attempt. */
  body: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Without those on demand. */
  automatic_attempts: number;
  created_at: Instant;
  /** Not null while it is pending. */
  next_attempt_at: Instant | null;
  /** Until then the node that claimed it sends it. */
  claimed_until: Instant | null;
  last_attempt_at: Instant | null;
  status: number | null;
  answer: string | null;
  error: string | null;
  milliseconds: number | null;
}
