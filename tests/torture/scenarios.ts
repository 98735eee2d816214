/** The scenarios of the torture run, in the order in which they run. */
import { days } from './days/days.ts';
import { fullDisk } from './full-disk/full-disk.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { kills } from './kills/kills.ts';
import { nodes } from './nodes/nodes.ts';
import type { Scenario } from './scenario.ts';
import { streams } from './streams/streams.ts';
import { twoWorlds } from './two-worlds/two-worlds.ts';

export const scenarios: readonly Scenario[] = [nodes, kills, fullDisk, streams, days, fuzz, twoWorlds];
