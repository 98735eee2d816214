/** What every service is given. */
import type { RandomBytes } from '../../core/digits.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/engines/database.ts';
import type { Reader } from '../storage/schema.ts';

export interface ServiceContext {
  database: Database;
  clock: Clock;
  /**
   * Where the clock follows the database's: that clock itself, asked in the transaction. Automation publishes by it,
   * so that a node which is wrong about the time cannot publish early.
   */
  readDatabaseTime?(tx: Reader): Promise<Instant>;
  /** The operating system's random source: digits and ids come from it. */
  randomBytes: RandomBytes;
  /**
   * Called after a commit that appended to the feed. Settles once this node's streams and caches know of it:
   * whoever made the change sees it with the next request.
   */
  changed(): Promise<void>;
}

const ID_BYTES = 12;

export const newId = ({ randomBytes }: ServiceContext): string =>
  Buffer.from(randomBytes(ID_BYTES)).toString('hex');
