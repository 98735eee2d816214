/**
 * Creates the id of a new row: the same key of the same sender with the same content always gives the same id. Its
 * first part depends on the key, its second on the content, so that a key which is used for other content is found.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { hasIdStartingWith, type KeyedTable } from '../storage/queries/id-prefix.ts';
import type { Reader } from '../storage/schema.ts';
import { newId, type ServiceContext } from './context.ts';

export interface Creation {
  /** What is created: the same key may be used for a row of each table. */
  table: KeyedTable;
  /** An account or a network: keys of different senders never give the same id. */
  sender: string | null;
  /** From `Idempotency-Key`; without it every request creates a new row. */
  key: string | undefined;
  /** The validated body, whose fields are in the order of its schema. */
  content: object;
}

const KEY_LENGTH = 16;
const CONTENT_LENGTH = 8;

/** A row with this id is the earlier one. Throws `key-reused` if the key has created a row with other content. */
export async function idFor(
  services: ServiceContext,
  db: Reader,
  { table, sender, key, content }: Creation,
): Promise<string> {
  if (key === undefined) return newId(services);
  const keyPart = hash([table, sender, key]).slice(0, KEY_LENGTH);
  const id = keyPart + hash(content).slice(0, CONTENT_LENGTH);
  if (await hasIdStartingWith(db, table, { start: keyPart, except: id })) throw new AppError('key-reused');
  return id;
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
