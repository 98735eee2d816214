/** The scenarios of the torture run, in the order in which they run. */
import { days } from './days/days.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import type { Scenario } from './scenario.ts';

export const scenarios: readonly Scenario[] = [days, kills, fullDisk];
