/** The id of a row that is created: with a key of the sender it is the same however often the creation is sent. */
import { createHash } from 'node:crypto';
import { newId, type ServiceContext } from './context.ts';

export interface Creation {
  /** What is created: the same key may be used for a row of each kind. */
  kind: 'news' | 'faq' | 'contact';
  /** An account or a network: the key of one sender says nothing about the rows of another. */
  sender: string | null;
  /** From `Idempotency-Key`; without it every creation makes a row of its own. */
  key: string | undefined;
}

const ID_LENGTH = 24;

export const idFor = (services: ServiceContext, { kind, sender, key }: Creation): string =>
  key === undefined
    ? newId(services)
    : createHash('sha256')
        .update(JSON.stringify([kind, sender, key]))
        .digest('hex')
        .slice(0, ID_LENGTH);
