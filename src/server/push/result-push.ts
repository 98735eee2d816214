/** The message that a device gets about a result. */
import type { Draw } from '../../contract/draws.ts';
import type { ResultPush } from '../../contract/push.ts';
import type { ContentLanguage } from '../../core/content-language.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { type Instant, SECOND } from '../../core/ist-time.ts';
import type { PushSubscriptionRow } from '../storage/push/push-subscriptions.ts';
import type { ClaimedBatch } from './claim-batch.ts';
import type { PushMessage } from './push-transport.ts';

export function resultMessages(
  { draw, endsAt, subscriptions }: ClaimedBatch,
  { baseUrl, now }: { baseUrl: string; now: Instant },
): PushMessage[] {
  const timeToLive = Math.ceil((endsAt - now) / SECOND);
  return subscriptions.map(({ endpoint, p256dh, auth, language }: PushSubscriptionRow) => ({
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(resultPush(draw, language, baseUrl)),
    topic: draw.drawNo,
    timeToLive,
  }));
}

const resultPush = (draw: Draw, language: ContentLanguage, baseUrl: string): ResultPush => ({
  drawNo: draw.drawNo,
  date: draw.date,
  slot: draw.slot,
  digits: digitsTextOf(draw),
  language,
  url: `${baseUrl}${language === 'ml' ? '/ml' : ''}/draws/${draw.drawNo}`,
});
