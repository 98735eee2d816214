/** Limits failed sign-ins without locking accounts: see docs/decisions/0021-sign-in-throttling.md. */
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import type { ServiceContext } from '../services/context.ts';
import { countOrRefuse, type Limit, refuseIfReached } from '../services/limits.ts';
import {
  decrementCount,
  incrementCount,
  readCount,
  removeCount,
} from '../storage/accounts/rate-limits-store.ts';

const DETAIL = 'Too many failed sign-ins. Please wait a few minutes, or ask for a new password.';

const FROM_KNOWN_DEVICE: Limit = { most: 10, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK: Limit = { most: 5, window: 15 * MINUTE, detail: DETAIL };
const FROM_NETWORK_UNDER_ATTACK: Limit = { ...FROM_NETWORK, most: 1 };
const FROM_NETWORK_ON_ALL_ACCOUNTS: Limit = { ...FROM_NETWORK, most: 30 };

const ATTACK = { failures: 50, window: HOUR };

export interface SignInSource {
  /** A hash of the given e-mail address, whether the account exists or not. */
  account: string;
  network: string;
  /** The id of a browser that has signed in to the account before, otherwise null. */
  device: string | null;
}

export interface Attempt {
  /** Failed attempts on the account from unknown devices within the hour, including this one. */
  failures: number;
  /** Uncounts the attempt, because it was not a failed guess. */
  forgive(): Promise<void>;
  /** The password was correct and the second factor is missing. */
  forgivePassword(): Promise<void>;
}

/** Counts the attempt as failed before it is made, so that parallel requests cannot exceed the limit. */
export const beginAttempt = (services: ServiceContext, source: SignInSource): Promise<Attempt> =>
  source.device === null ? beginFromNetwork(services, source) : beginFromKnownDevice(services, source);

async function beginFromKnownDevice(services: ServiceContext, source: SignInSource): Promise<Attempt> {
  const { database, clock } = services;
  await countOrRefuse(database.counters, deviceKey(source), FROM_KNOWN_DEVICE, clock.now());
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
    await decrementCount(counters, accountCounterKey(source));
  };
  return {
    failures: await countAttempt(services, source),
    async forgive() {
      await forgetGuess();
      await decrementCount(counters, networkKey(source));
    },
    async forgivePassword() {
      await forgetGuess();
      await incrementCount(counters, codeDueKey(source), FROM_NETWORK.window, clock.now());
    },
  };
}

/** Returns the failed attempts on the account within the hour, including this one. */
async function countAttempt(
  { database: { counters }, clock }: ServiceContext,
  source: SignInSource,
): Promise<number> {
  const now = clock.now();
  const onAccount = await readCount(counters, accountCounterKey(source), ATTACK.window, now);
  const isUnderAttack = (onAccount?.count ?? 0) >= ATTACK.failures;
  const pairLimit = isUnderAttack ? FROM_NETWORK_UNDER_ATTACK : FROM_NETWORK;
  await refuseIfReached(counters, pairKey(source), pairLimit, now);
  await refuseIfReached(counters, networkKey(source), FROM_NETWORK_ON_ALL_ACCOUNTS, now);
  // One transaction: if one limit is reached, the other counters are not changed.
  return counters.transaction().execute(async (tx) => {
    await countOrRefuse(tx, pairKey(source), pairLimit, now);
    await countOrRefuse(tx, networkKey(source), FROM_NETWORK_ON_ALL_ACCOUNTS, now);
    return (await incrementCount(tx, accountCounterKey(source), ATTACK.window, now)).count;
  });
}

/**
 * Uncounts a sign-in after the second factor. Until then it is counted, because somebody who has only the
 * password could otherwise start sign-ins, each of which stores a row, without limit. On the network only the
 * sign-ins of this account are uncounted.
 */
export async function completeAttempt(
  { database: { counters } }: ServiceContext,
  source: SignInSource,
): Promise<void> {
  if (source.device !== null) await removeCount(counters, deviceKey(source));
  else if (await decrementCount(counters, codeDueKey(source)))
    await decrementCount(counters, networkKey(source));
}

const accountCounterKey = ({ account }: SignInSource): string => `sign-in ${account}`;
const pairKey = ({ account, network }: SignInSource): string => `sign-in ${account} from ${network}`;
const codeDueKey = ({ account, network }: SignInSource): string => `code due ${account} from ${network}`;
const networkKey = ({ network }: SignInSource): string => `sign-in from ${network}`;
const deviceKey = ({ account, device }: SignInSource): string => `sign-in ${account} device ${device}`;
