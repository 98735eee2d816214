/** The objects that all parts of a run share. */
import type { Random } from '../random.ts';
import type { TorturedNode } from './node.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { NodesTally } from './tally.ts';

export interface TorturedSite {
  nodes: readonly [TorturedNode, ...TorturedNode[]];
  database: SharedDatabase;
  tally: NodesTally;
  random: Random;
}
