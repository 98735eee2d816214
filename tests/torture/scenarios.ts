/** The scenarios of the torture run, in the order in which they run. */
import { fuzz } from './fuzz/fuzz.ts';
import { nodes } from './nodes/nodes.ts';
import type { Scenario } from './scenario.ts';
import { streams } from './streams/streams.ts';
import { twoWorlds } from './two-worlds/two-worlds.ts';

export const scenarios: readonly Scenario[] = [nodes, streams, fuzz, twoWorlds];
