/** Devices subscribe to the results of slots, without an account. */
import { createECDH, hash, timingSafeEqual } from 'node:crypto';
import type { BrowserSubscription, NewPushSubscription, PushUnsubscription } from '../../../contract/push.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { countersIn } from '../../storage/accounts/rate-limits-store.ts';
import type { Database } from '../../storage/engines/database.ts';
import {
  countSubscriptions,
  findAuth,
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

const NEW_DEVICES_FROM_NETWORK = {
  most: 2_000,
  window: DAY,
  detail: 'Too many new devices from your network today. Please try again tomorrow.',
};

/** About as many as one node reaches within five minutes. */
const MOST_DEVICES = 200_000;

/** Returns whether there is no room for new devices. Counting reads them all: the answer is up to a minute old. */
export function createDeviceLimit({ db }: Pick<Database, 'db'>, most = MOST_DEVICES): () => Promise<boolean> {
  let countedAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  return async () => {
    if (performance.now() - countedAt >= MINUTE) {
      countedAt = performance.now();
      isFull = (await countSubscriptions(db)) >= most;
    }
    return isFull;
  };
}

export interface Subscriber {
  /** The network of the visitor's address, which has limits. */
  network: string;
  /** The IPv6 /48 that the network is in; for IPv4 the network itself. */
  wideNetwork: string;
  endpointProblem: ReceiverProblem;
  areDevicesFull(): Promise<boolean>;
}

/** Replaces the former slots and language of the device. */
export async function subscribe(
  { database, clock }: ServiceContext,
  wanted: NewPushSubscription,
  { network, wideNetwork, endpointProblem, areDevicesFull }: Subscriber,
): Promise<void> {
  const { endpoint, keys } = wanted.subscription;
  expectUsable(wanted.subscription, endpointProblem);
  const now = clock.now();
  await countOrRefuse(database.counters, `push from ${network}`, SUBSCRIPTIONS_FROM_NETWORK, now);
  if ((await findAuth(database.db, endpoint)) === undefined && (await areDevicesFull()))
    throw new AppError('too-many-devices', { retryAfter: HOUR / SECOND });
  await database.write(async (tx) => {
    const stored = await findAuth(tx, endpoint);
    if (stored !== undefined) expectSameAuth(stored, keys.auth);
    else
      await countOrRefuse(countersIn(tx), `push devices from ${wideNetwork}`, NEW_DEVICES_FROM_NETWORK, now);
    await storeSubscription(tx, wanted);
  });
}

/** Who knows an endpoint need not be its device: only the device and this server know `auth`. */
export function expectSameAuth(stored: string, given: string): void {
  const [ours, theirs] = [stored, given].map((auth) => hash('sha256', auth, 'buffer'));
  if (!ours || !theirs || !timingSafeEqual(ours, theirs)) throw new AppError('wrong-auth');
}

/** Throws `invalid` for a subscription that nothing can ever be sent to. */
export function expectUsable(
  { endpoint, keys }: BrowserSubscription,
  endpointProblem: ReceiverProblem,
): void {
  const problem = endpointProblem(endpoint);
  if (problem !== null) throw new AppError('invalid', { errors: { 'subscription.endpoint': problem } });
  if (!isOnCurve(keys.p256dh))
    throw new AppError('invalid', {
      errors: { 'subscription.keys.p256dh': 'keys.p256dh is not a key of a push subscription.' },
    });
}

const anyKey = createECDH('prime256v1');
anyKey.generateKeys();

/** Nothing can be encrypted for another key. */
function isOnCurve(p256dh: string): boolean {
  try {
    anyKey.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Changes nothing when there is no such subscription. */
export async function unsubscribe(
  { database }: ServiceContext,
  { endpoint, auth }: PushUnsubscription,
): Promise<void> {
  if (auth === undefined) throw new AppError('wrong-auth');
  const stored = await findAuth(database.db, endpoint);
  if (stored === undefined) return;
  expectSameAuth(stored, auth);
  await database.write((tx) => removeSubscriptions(tx, [endpoint]));
}
