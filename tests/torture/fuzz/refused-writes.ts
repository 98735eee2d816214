/** Sends refused writes again while no other request runs, and checks that no table changes. */
import type { Caller, FuzzSite } from './fuzz-site.ts';
import { type FuzzRequest, targetOf } from './request.ts';
import type { Sender } from './sender.ts';
import type { FuzzTally } from './tally.ts';

export interface Refused {
  request: FuzzRequest;
  caller: Caller;
}

const SETTLE_EVERY = 50;
const MOST_WAITS = 100;

export async function compareTables(
  site: FuzzSite,
  sender: Sender,
  refused: readonly Refused[],
  tally: FuzzTally,
): Promise<void> {
  const before = await readSettled(site);
  let wereAllRefused = true;
  for (const { request, caller } of refused) {
    const response = await sender.send(request, caller);
    wereAllRefused &&= response === null || response.status >= 400;
  }
  if (!wereAllRefused) return;
  const after = await site.readFingerprint();
  tally.compared += 1;
  if (before === after) return;
  const sent = refused.map(({ request, caller }) => `${caller} ${request.method} ${targetOf(request)}`);
  const changed = after.split('},').filter((table) => !before.includes(table));
  tally.addViolation(`refused requests changed ${changed.join()} on ${site.kind}: ${sent.join(', ')}`);
}

/** Waits until no publication or backup is in progress. */
async function readSettled(site: FuzzSite): Promise<string> {
  let last = await site.readFingerprint();
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    await Bun.sleep(SETTLE_EVERY);
    const now = await site.readFingerprint();
    if (now === last && !isBackupRunning(now)) return now;
    last = now;
  }
  return last;
}

const isBackupRunning = (fingerprint: string): boolean =>
  !/"running backups","rows_kept":"?0\b/.test(fingerprint);
