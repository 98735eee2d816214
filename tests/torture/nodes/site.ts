/** What all parts of a run of the nodes share. */
import type { Random } from '../random.ts';
import type { Ledger } from './ledger.ts';
import type { TorturedNode } from './node.ts';
import type { SharedDatabase } from './shared-database.ts';

export interface TorturedSite {
  nodes: readonly [TorturedNode, ...TorturedNode[]];
  database: SharedDatabase;
  ledger: Ledger;
  random: Random;
}
