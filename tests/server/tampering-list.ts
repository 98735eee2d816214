/** Every manipulation that the auditor finds. */
import { beaconTamperings } from './tampering-beacons.ts';
import type { Tampering } from './tampering-case.ts';
import { draftTamperings } from './tampering-drafts.ts';
import { entryTamperings } from './tampering-entries.ts';
import { resultTamperings } from './tampering-results.ts';
import { seedTamperings } from './tampering-seeds.ts';
import { treeTamperings } from './tampering-tree.ts';

export const TAMPERINGS: Tampering[] = [
  ...entryTamperings,
  ...seedTamperings,
  ...beaconTamperings,
  ...resultTamperings,
  ...treeTamperings,
  ...draftTamperings,
];
