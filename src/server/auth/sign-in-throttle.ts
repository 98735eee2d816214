/** How often a password may be guessed. Why it can never lock anyone out: docs/decisions/0021-sign-in-throttling.md */
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import type { ServiceContext } from '../services/context.ts';
import { type Limit, spendOne } from '../services/limits.ts';
import { countOne, forgetCount, readCount, takeOneBack } from '../storage/rate-limits-store.ts';

const DETAIL = 'Too many failed sign-ins. Please wait a few minutes, or ask for a new password.';

const FROM_KNOWN_DEVICE: Limit = { most: 10, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK: Limit = { most: 5, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK_UNDER_ATTACK: Limit = { ...FROM_NETWORK, most: 1 };
const FROM_NETWORK_ON_ALL_ACCOUNTS: Limit = { ...FROM_NETWORK, most: 30 };

const ATTACK = { failures: 50, window: HOUR };

export interface SignInSource {
  /** Stands for the e-mail address that was typed, whether there is such an account or not. */
  account: string;
  network: string;
  /** Set when this browser has signed in to the account before. */
  device: string | null;
}

export interface Attempt {
  /** How many attempts on the account, from anywhere unknown, have failed within the hour if this one does. */
  failures: number;
  /** It was no failed guess after all. */
  forgive(): Promise<void>;
}

/** Counts the attempt as failed from the start: of a thousand at once, only as many as allowed get to guess. */
export const beginAttempt = (services: ServiceContext, source: SignInSource): Promise<Attempt> =>
  source.device === null
    ? beginFromNetwork(services, source)
    : beginFromKnownDevice(services, `sign-in ${source.account} device ${source.device}`);

async function beginFromKnownDevice(
  { database: { db }, clock }: ServiceContext,
  key: string,
): Promise<Attempt> {
  await spendOne(db, key, FROM_KNOWN_DEVICE, clock.now());
  return { failures: 0, forgive: () => forgetCount(db, key) };
}

async function beginFromNetwork(
  { database: { db }, clock }: ServiceContext,
  { account, network }: SignInSource,
): Promise<Attempt> {
  const now = clock.now();
  const accountKey = `sign-in ${account}`;
  const pairKey = `sign-in ${account} from ${network}`;
  const networkKey = `sign-in from ${network}`;
  const isUnderAttack = (await readCount(db, accountKey, ATTACK.window, now)) >= ATTACK.failures;
  // In this order, so that whoever hammers at one account uses up nothing but their own share of it.
  await spendOne(db, pairKey, isUnderAttack ? FROM_NETWORK_UNDER_ATTACK : FROM_NETWORK, now);
  await spendOne(db, networkKey, FROM_NETWORK_ON_ALL_ACCOUNTS, now);
  const { count: failures } = await countOne(db, accountKey, ATTACK.window, now);
  return {
    failures,
    async forgive() {
      await forgetCount(db, pairKey);
      await takeOneBack(db, networkKey);
      await takeOneBack(db, accountKey);
    },
  };
}
