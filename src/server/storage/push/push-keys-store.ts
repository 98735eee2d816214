/** The keys that identify this installation to push services (VAPID): made once, shared by all nodes. */
import type { Database } from '../engines/database.ts';
import type { Reader } from '../schema.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const ID = 1;

const findPushKeys = async (db: Reader): Promise<PushKeys | null> =>
  (await db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst()) ?? null;

/** Creates them for the first caller. */
export async function readPushKeys({ db, write }: Pick<Database, 'db' | 'write'>): Promise<PushKeys> {
  const stored = await findPushKeys(db);
  if (stored) return stored;
  // Loaded only for the first keys of an installation.
  const { generateVAPIDKeys } = await import('web-push');
  return write(async (tx) => {
    const others = await findPushKeys(tx);
    if (others) return others;
    const keys = generateVAPIDKeys();
    await tx
      .insertInto('push_keys')
      .values({ id: ID, public_key: keys.publicKey, private_key: keys.privateKey })
      .execute();
    return keys;
  });
}
