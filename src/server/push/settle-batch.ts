/** Records what became of a batch: gone devices are removed, failed ones get another attempt. */
import type { Instant } from '../../core/ist-time.ts';
import { pauseAfterAttempts } from '../../core/push-rules.ts';
import { type PushBatch, postponeBatch, removeBatch } from '../storage/push/push-runs.ts';
import { removeSubscriptions } from '../storage/push/push-subscriptions.ts';
import type { Writer } from '../storage/schema.ts';
import type { PushOutcome } from './push-transport.ts';

export interface SentBatch {
  batch: PushBatch;
  /** By endpoint. */
  outcomes: ReadonlyMap<string, PushOutcome>;
}

export async function settleBatch(tx: Writer, { batch, outcomes }: SentBatch, now: Instant): Promise<void> {
  const endpointsWith = (outcome: PushOutcome) =>
    [...outcomes].filter(([, actual]) => actual === outcome).map(([endpoint]) => endpoint);
  await removeSubscriptions(tx, endpointsWith('gone'));
  const failed = endpointsWith('failed');
  const pause = pauseAfterAttempts(batch.attempts);
  if (failed.length === 0 || pause === null) await removeBatch(tx, batch.id);
  else await postponeBatch(tx, batch, { endpoints: failed, dueAt: now + pause });
}
