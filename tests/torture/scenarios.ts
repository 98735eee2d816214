/** The scenarios of the torture run, in the order in which they run. */
import { fuzz } from './fuzz/fuzz.ts';
import type { Scenario } from './scenario.ts';
import { twoWorlds } from './two-worlds/two-worlds.ts';

export const scenarios: readonly Scenario[] = [fuzz, twoWorlds];
