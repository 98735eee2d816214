/** The tables of devices that results are pushed to, and of the pushes that are under way. */
import type { ContentLanguage } from '../../../core/content-language.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Flag, JsonText } from './column-types.ts';

/** One row, which all nodes share. */
export interface PushKeysTable {
  id: 1;
  public_key: string;
  private_key: string;
}

/** Nothing about the visitor but what is needed to push to the device. */
export interface PushSubscriptionsTable {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Separated by spaces. */
  slots: string;
  language: ContentLanguage;
  /** Its push service has accepted a result for it. */
  has_received: Flag;
  /** Results that could not be handed over, until the first one is accepted. */
  failed_results: number;
}

/** A result that is pushed, or was: each draw once. */
export interface PushRunsTable {
  draw_id: string;
  published_at: Instant;
  /** 0: batches are made of devices that have received before; 1: of the others, afterwards. */
  claims_new: Flag;
  /** The last endpoint of these that is in a batch; batches are made in the order of endpoints. */
  claimed_through: string;
  all_claimed: Flag;
  /** A push service has accepted it for some device. */
  is_accepted: Flag;
}

/** Devices that still have to get a result; deleted once it was handed over to their push services. */
export interface PushBatchesTable {
  id: string;
  draw_id: string;
  /** A list. */
  endpoints: JsonText;
  attempts: number;
  /** Until then the node that claimed it sends it, or it waits for its next attempt. */
  due_at: Instant;
}
