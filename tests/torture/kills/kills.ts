/** The scenario `kills`: SIGKILL at many kinds of moments; no acknowledged change is lost, doubled or incomplete. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { makeInstallation } from '../../support/installation.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { KilledServer, KillTally, MOMENTS, type Moment } from './killed-server.ts';

/** Then a new database is used, because the audit gets slower with every kill. */
const KILLS_PER_INSTALLATION = 50;

export const kills: Scenario = {
  name: 'kills',
  title: 'Kills at every kind of moment',
  unit: 'kills',
  share: 2,
  run: runKills,
};

/** Runs two installations at the same time; the second one uses PostgreSQL every third time. */
async function runKills({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const tally = new KillTally();
  /** Every kind once, so that a short run has them all. */
  const firstMoments = new Set(MOMENTS).values();
  const isEnough = () => tally.started >= count || (tally.started > 0 && isOver());
  const runLane = async (lane: number, own: Random) => {
    for (let round = 0; !isEnough(); round += 1) {
      const kind = lane === 1 && round % 3 === 0 ? 'postgres' : 'sqlite';
      await killInstallation(kind, own.fork(), tally, (source) => {
        if (isEnough()) return null;
        tally.started += 1;
        progress(tally.done, `${tally.acknowledged} acknowledged`);
        return firstMoments.next().value ?? source.pick(MOMENTS);
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
  nextMoment: (random: Random) => Moment | null,
): Promise<void> {
  const installation = await makeInstallation(kind);
  const server = new KilledServer(kind, installation, random, tally);
  try {
    for (let cycle = 0; cycle < KILLS_PER_INSTALLATION; cycle += 1) {
      const moment = nextMoment(random);
      if (moment === null) break;
      await server.runAndKill(moment);
      tally.done += 1;
    }
    await server.checkAfterLastKill();
  } finally {
    await installation.remove();
    tally.acknowledged += server.acknowledgements;
    tally.repetitions += server.repetitions;
  }
}

function figuresOf(tally: KillTally): Figures {
  const moments = [...tally.byMoment].map(([moment, times]) => `${times} during ${moment}`).sort();
  return tally.figures(
    `${moments.join(', ')}; ${tally.acknowledged} changes acknowledged, ${tally.cutOff} cut off, ` +
      `${tally.repetitions} sent again`,
  );
}
