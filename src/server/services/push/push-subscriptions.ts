/** Devices subscribe to the results of slots, without an account. */
import { createECDH } from 'node:crypto';
import type { BrowserSubscription, NewPushSubscription } from '../../../contract/push.ts';
import { MINUTE } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import {
  hasSubscription,
  removeSubscriptions,
  storeSubscription,
} from '../../storage/push/push-subscriptions-store.ts';
import type { ServiceContext } from '../context.ts';
import { countOrRefuse } from '../limits.ts';
import type { ReceiverProblem } from '../receiver-problem.ts';

/** Many visitors may share the address of a mobile network. */
const SUBSCRIPTIONS_FROM_NETWORK = {
  most: 60,
  window: MINUTE,
  detail: 'Too many subscriptions from your network. Please try again in a minute.',
};

export interface Subscriber {
  /** The network of the visitor's address, which has a limit. */
  network: string;
  receiverProblem: ReceiverProblem;
}

/** Replaces the former slots and language of the device. */
export async function subscribe(
  { database, clock }: ServiceContext,
  wanted: NewPushSubscription,
  { network, receiverProblem }: Subscriber,
): Promise<void> {
  expectUsable(wanted.subscription, receiverProblem);
  await countOrRefuse(database.counters, `push from ${network}`, SUBSCRIPTIONS_FROM_NETWORK, clock.now());
  await database.write((tx) => storeSubscription(tx, wanted));
}

/** Throws `invalid` for a subscription that nothing can ever be sent to. */
export function expectUsable(
  { endpoint, keys }: BrowserSubscription,
  receiverProblem: ReceiverProblem,
): void {
  const problem = receiverProblem(endpoint);
  if (problem !== null) throw new AppError('invalid', { errors: { 'subscription.endpoint': problem } });
  if (!isOnCurve(keys.p256dh))
    throw new AppError('invalid', {
      errors: { 'subscription.keys.p256dh': 'keys.p256dh is not a key of a push subscription.' },
    });
}

/** Nothing can be encrypted for another key. */
function isOnCurve(p256dh: string): boolean {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Changes nothing when there is no such subscription. */
export async function unsubscribe({ database }: ServiceContext, endpoint: string): Promise<void> {
  if (!(await hasSubscription(database.db, endpoint))) return;
  await database.write((tx) => removeSubscriptions(tx, [endpoint]));
}
