/** The scenario `full-disk`: on a full disk writes get 503 and reads work; with free space nothing is missing. */
import { instantOf, MINUTE } from '../../../src/core/ist-time.ts';
import { canMountDisk } from '../../support/server-process.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { DAY, DiskFiller, DiskTally, FIRST_DELAY, SLOT } from './disk-filler.ts';
import { type Disk, openDiskSite } from './disk-site.ts';

const FILLINGS_PER_SITE = 4;
/** From the start to the first due result: enough to create the drafts and fill the disk. */
const DUE_AFTER = 8_000;

export const fullDisk: Scenario = {
  name: 'full-disk',
  title: 'Full disks that heal',
  unit: 'fillings',
  share: 1,
  run: fillDisks,
};

/** Runs one site for each kind of disk at the same time, and replaces it after some fillings. */
async function fillDisks({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const tally = new DiskTally();
  const disks: Disk[] = canMountDisk() ? ['file limit', 'file system'] : ['file limit'];
  const mayStart = () => {
    if (tally.started >= count || (tally.started > 0 && isOver())) return false;
    tally.started += 1;
    progress(tally.done, `${tally.acknowledged} acknowledged`);
    return true;
  };
  const fillAll = async (disk: Disk, own: Random) => {
    while (mayStart()) await fillSite(disk, own, tally, mayStart);
  };
  await Promise.all(disks.map((disk) => fillAll(disk, random.fork())));
  return figuresOf(tally, disks);
}

async function fillSite(
  disk: Disk,
  random: Random,
  tally: DiskTally,
  mayStart: () => boolean,
): Promise<void> {
  const start = instantOf(DAY, SLOT) + FIRST_DELAY * MINUTE - DUE_AFTER;
  const launchedAt = performance.now();
  const opened = await openDiskSite(disk, { CLOCK_START: new Date(start).toISOString() });
  const filler = new DiskFiller(opened, tally, start - launchedAt);
  try {
    for (let filling = 1; ; filling += 1) {
      await filler.fillAndFree(filling === 1 ? 'publication' : random.pick(['nothing', 'backup']), random);
      tally.done += 1;
      tally.fillings.set(disk, (tally.fillings.get(disk) ?? 0) + 1);
      if (filling === FILLINGS_PER_SITE || !mayStart()) return;
    }
  } finally {
    await opened.stop();
  }
}

function figuresOf(tally: DiskTally, disks: readonly Disk[]): Figures {
  const fillings = [...tally.fillings].map(([disk, times]) => `${times} by a ${disk}`).join(', ');
  const skipped =
    disks.length === 1 ? '; no small file system, as this machine does not let us mount one' : '';
  return tally.figures(
    `${fillings}${skipped}; ${tally.dueWhileFull} results due meanwhile, ${tally.backups} backups, ` +
      `${tally.acknowledged} changes acknowledged`,
  );
}
