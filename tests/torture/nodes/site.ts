/** The objects that all parts of a run share. */
import type { LocalBeacon } from '../../support/beacon-chain.ts';
import type { Random } from '../random.ts';
import type { TorturedNode } from './node.ts';
import type { PublicLogCheck } from './public-log.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { NodesTally } from './tally.ts';

export interface TorturedSite {
  nodes: readonly [TorturedNode, ...TorturedNode[]];
  database: SharedDatabase;
  beacon: LocalBeacon;
  publicLog: PublicLogCheck;
  tally: NodesTally;
  random: Random;
  /** Whether results must arrive in time. */
  hasTimeLimits: boolean;
}
