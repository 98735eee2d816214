/** Creates the id of a new row: the same key of the same sender always gives the same id. */
import { createHash } from 'node:crypto';
import { newId, type ServiceContext } from './context.ts';

export interface Creation {
  /** What is created: the same key may be used for a row of each kind. */
  kind: 'news' | 'faq' | 'contact' | 'webhook';
  /** An account or a network: keys of different senders never give the same id. */
  sender: string | null;
  /** From `Idempotency-Key`; without it every request creates a new row. */
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
