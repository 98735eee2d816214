/** The context of every service. */
import type { RandomBytes } from '../../core/digits.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { BeaconChain } from '../../core/public-log/beacon-chain.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/engines/database.ts';
import type { Reader } from '../storage/schema.ts';

interface PublicLogSettings {
  /** The origin of the site, which names the log when it is opened. */
  baseUrl: string;
  /** The beacon that digits depend on; null when it is off. */
  beaconChain: BeaconChain | null;
}

export interface ServiceContext {
  database: Database;
  clock: Clock;
  /**
   * Reads the database's clock in the transaction, where the server's clock follows it. Automation publishes by it,
   * so that a node with a wrong clock cannot publish early.
   */
  readDatabaseTime?(tx: Reader): Promise<Instant>;
  publicLog: PublicLogSettings;
  /** The operating system's random source: seeds, salts and ids come from it. */
  randomBytes: RandomBytes;
  /**
   * Called after a commit that appended to the feed. Resolves once this node's streams and caches are updated, so
   * that the next request sees the change.
   */
  changed(): Promise<void>;
}

const ID_BYTES = 12;

export const newId = ({ randomBytes }: ServiceContext): string =>
  Buffer.from(randomBytes(ID_BYTES)).toString('hex');
