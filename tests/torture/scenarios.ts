/** The scenarios of the torture run, in the order in which they run. */
import { nodes } from './nodes/nodes.ts';
import type { Scenario } from './scenario.ts';
import { streams } from './streams/streams.ts';

export const scenarios: readonly Scenario[] = [nodes, streams];
