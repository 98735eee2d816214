/** Limits of failed sign-ins. Why nobody can be locked out: docs/decisions/0021-sign-in-throttling.md */
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import type { ServiceContext } from '../services/context.ts';
import { type Limit, refuseIfSpent, spendOne } from '../services/limits.ts';
import { countOne, decrementCount, readCount, removeCount } from '../storage/accounts/rate-limits-store.ts';

const DETAIL = 'Too many failed sign-ins. Please wait a few minutes, or ask for a new password.';

const FROM_KNOWN_DEVICE: Limit = { most: 10, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK: Limit = { most: 5, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK_UNDER_ATTACK: Limit = { ...FROM_NETWORK, most: 1 };
const FROM_NETWORK_ON_ALL_ACCOUNTS: Limit = { ...FROM_NETWORK, most: 30 };

const ATTACK = { failures: 50, window: HOUR };

export interface SignInSource {
  /** A hash of the e-mail address that was typed, whether there is such an account or not. */
  account: string;
  network: string;
  /** Set when this browser has signed in to the account before. */
  device: string | null;
}

export interface Attempt {
  /** How many attempts on the account, from anywhere unknown, have failed within the hour if this one does. */
  failures: number;
  /** Takes the attempt back: it was no failed guess after all. */
  forgive(): Promise<void>;
  /** The password was right and the second factor is due. */
  forgivePassword(): Promise<void>;
}

/** Counts the attempt as failed from the start: of a thousand at once, only as many as allowed get to guess. */
export const beginAttempt = (services: ServiceContext, source: SignInSource): Promise<Attempt> =>
  source.device === null ? beginFromNetwork(services, source) : beginFromKnownDevice(services, source);

async function beginFromKnownDevice(services: ServiceContext, source: SignInSource): Promise<Attempt> {
  const { database, clock } = services;
  await spendOne(database.counters, deviceKey(source), FROM_KNOWN_DEVICE, clock.now());
  return {
    failures: 0,
    forgive: () => completeAttempt(services, source),
    forgivePassword: async () => {},
  };
}

async function beginFromNetwork(services: ServiceContext, source: SignInSource): Promise<Attempt> {
  const { database, clock } = services;
  const { counters } = database;
  const forgetGuess = async () => {
    await removeCount(counters, pairKey(source));
    await decrementCount(counters, accountKey(source));
  };
  return {
    failures: await countAttempt(services, source),
    async forgive() {
      await forgetGuess();
      await decrementCount(counters, networkKey(source));
    },
    async forgivePassword() {
      await forgetGuess();
      await countOne(counters, codeDueKey(source), FROM_NETWORK.window, clock.now());
    },
  };
}

/** Returns how many attempts on the account have failed within the hour if this one does. */
async function countAttempt(
  { database: { counters }, clock }: ServiceContext,
  source: SignInSource,
): Promise<number> {
  const now = clock.now();
  const onAccount = await readCount(counters, accountKey(source), ATTACK.window, now);
  const isUnderAttack = (onAccount?.count ?? 0) >= ATTACK.failures;
  const pairLimit = isUnderAttack ? FROM_NETWORK_UNDER_ATTACK : FROM_NETWORK;
  await refuseIfSpent(counters, pairKey(source), pairLimit, now);
  await refuseIfSpent(counters, networkKey(source), FROM_NETWORK_ON_ALL_ACCOUNTS, now);
  // One transaction: when a limit is reached in between, nothing is counted on the others.
  return counters.transaction().execute(async (tx) => {
    await spendOne(tx, pairKey(source), pairLimit, now);
    await spendOne(tx, networkKey(source), FROM_NETWORK_ON_ALL_ACCOUNTS, now);
    return (await countOne(tx, accountKey(source), ATTACK.window, now)).count;
  });
}

/**
 * Takes back what a sign-in still counts until the second factor has passed. Without that count, whoever has
 * the password alone could begin sign-ins, which take rows, without end. On the network only what this
 * account's own sign-ins have counted is taken back.
 */
export async function completeAttempt(
  { database: { counters } }: ServiceContext,
  source: SignInSource,
): Promise<void> {
  if (source.device !== null) await removeCount(counters, deviceKey(source));
  else if (await decrementCount(counters, codeDueKey(source)))
    await decrementCount(counters, networkKey(source));
}

const accountKey = ({ account }: SignInSource): string => `sign-in ${account}`;
const pairKey = ({ account, network }: SignInSource): string => `sign-in ${account} from ${network}`;
const codeDueKey = ({ account, network }: SignInSource): string => `code due ${account} from ${network}`;
const networkKey = ({ network }: SignInSource): string => `sign-in from ${network}`;
const deviceKey = ({ account, device }: SignInSource): string => `sign-in ${account} device ${device}`;
