/** The names of events, of messages and of the states of deliveries, and the outcome of a delivery as a sentence. */
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import type { DrawEvent } from '../../../core/draw-events.ts';
import type { Tone } from '../widgets/badge.tsx';

export const EVENT_NAMES: Readonly<Record<DrawEvent, string>> = {
  'draw.published': 'Published',
  'draw.corrected': 'Corrected',
  'draw.withdrawn': 'Withdrawn',
};

const TYPE_NAMES: Readonly<Record<WebhookDelivery['type'], string>> = {
  'draw.published': 'Result published',
  'draw.corrected': 'Result corrected',
  'draw.withdrawn': 'Result withdrawn',
  'webhook.test': 'Test',
};

export const typeName = ({ type }: Pick<WebhookDelivery, 'type'>): string => TYPE_NAMES[type];

interface Look {
  label: string;
  tone: Tone;
}

const LOOKS: Readonly<Record<WebhookDelivery['state'], Look>> = {
  sending: { label: 'Sending', tone: 'gold' },
  pending: { label: 'Waiting', tone: 'gold' },
  delivered: { label: 'Delivered', tone: 'palm' },
  failed: { label: 'Failed', tone: 'ember' },
};

export const lookOf = ({ state }: Pick<WebhookDelivery, 'state'>): Look => LOOKS[state];

/** The outcome of the last attempt, in one sentence. */
export function outcomeText(
  delivery: Pick<WebhookDelivery, 'state' | 'status' | 'error' | 'milliseconds'>,
): string {
  const { state, status, error, milliseconds } = delivery;
  if (state === 'sending') return 'The receiver has not answered yet.';
  const took = milliseconds === null ? '' : ` after ${durationText(milliseconds)}`;
  if (error !== null) return milliseconds === null ? error : `${error.replace(/\.$/, '')}${took}.`;
  return status === null ? 'Not sent yet.' : `The receiver answered ${status}${took}.`;
}

const durationText = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
