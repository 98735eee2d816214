/** SIGKILL at every kind of moment: nothing acknowledged is lost, nothing happens twice, nothing is half there. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { makeInstallation } from '../../support/installation.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { KillTally, MOMENTS, Victim } from './victim.ts';

/** A new database then: examining it takes longer with every kill. */
const KILLS_PER_INSTALLATION = 50;

export const kills: Scenario = {
  name: 'kills',
  title: 'Kills at every kind of moment',
  unit: 'kills',
  share: 2,
  run: runKills,
};

/** Two installations side by side; the second one is on PostgreSQL every third time. */
async function runKills({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const tally = new KillTally();
  const isEnough = () => tally.started >= count || (tally.started > 0 && isOver());
  const runLane = async (lane: number, own: Random) => {
    for (let round = 0; !isEnough(); round += 1) {
      const kind = lane === 1 && round % 3 === 0 ? 'postgres' : 'sqlite';
      await killInstallation(kind, own.fork(), tally, () => {
        if (isEnough()) return false;
        tally.started += 1;
        progress(tally.done, `${tally.acknowledged} acknowledged`);
        return true;
      });
    }
  };
  await Promise.all([runLane(0, random.fork()), runLane(1, random.fork())]);
  return figuresOf(tally);
}

async function killInstallation(
  kind: DatabaseKind,
  random: Random,
  tally: KillTally,
  mayGoOn: () => boolean,
): Promise<void> {
  const installation = await makeInstallation(kind);
  const victim = new Victim(kind, installation, random, tally);
  try {
    for (let cycle = 0; cycle < KILLS_PER_INSTALLATION && mayGoOn(); cycle += 1) {
      await victim.liveAndDie(random.pick(MOMENTS));
      tally.done += 1;
    }
    await victim.checkAtTheEnd();
  } finally {
    await installation.remove();
    tally.acknowledged += victim.acknowledgements;
    tally.repetitions += victim.repetitions;
  }
}

function figuresOf(tally: KillTally): Figures {
  const moments = [...tally.byMoment].map(([moment, times]) => `${times} during ${moment}`).sort();
  return tally.figures(
    `${moments.join(', ')}; ${tally.acknowledged} changes acknowledged, ${tally.cutOff} cut off, ` +
      `${tally.repetitions} sent again`,
  );
}
