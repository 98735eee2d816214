/** The scenario `two-worlds`: nothing that a stranger can ask tells two sites apart that differ in their drafts. */
import type { Random } from '../random.ts';
import { type Assignment, type Figures, type Scenario, Violations } from '../scenario.ts';
import { type Crowd, createProber, MOST_STRANGERS, type Prober } from './probe.ts';
import { allQuestions, type Question, randomQuestion } from './questions.ts';
import { compareStreams } from './streams.ts';
import { DIGITS, openTwoWorlds, type TwoWorlds, workOnDrafts, workOutOfSight } from './two-servers.ts';

const LANES = 4;
/** Probes of each lane between two changes, each of which empties the caches. */
const ROUND = 40;
const MOST_TAGS = 1_000;
/** The part of the probes that asks for what shows drafts to staff: these could leak the most. */
const SHOWING_DRAFTS = 0.2;

/** What the probes of a run have seen, counted. */
export class Sightings {
  readonly violations = new Violations();
  probes = 0;
  leaked = 0;
  staffSawDigits = 0;
  changes = 0;
  streams = 0;
  readonly tags = new Map<string, string>();

  async probe(prober: Prober, question: Question, crowd: Crowd): Promise<void> {
    const { wrong, hasLeaked, staffSawDigits, tag } = await prober.probe(question, crowd);
    this.probes += 1;
    this.staffSawDigits += staffSawDigits;
    if (hasLeaked) this.leaked += 1;
    if (tag && this.tags.size < MOST_TAGS) this.tags.set(question.target, tag);
    const asked = `${question.method} ${question.target} ${JSON.stringify(question.headers)}`;
    for (const text of wrong) this.violations.add(`probe ${this.probes}: ${asked}: ${text}`);
  }
}

/** Each question once, over several connections. */
export async function probeAll(
  worlds: TwoWorlds,
  questions: readonly Question[],
  sightings: Sightings,
): Promise<void> {
  const left = questions.values();
  await withProbers(worlds, async (prober) => {
    for (const question of left) {
      const staffFirst = sightings.probes % 2 === 0;
      const staff = [staffFirst ? 'admin' : 'editor'] as const;
      await sightings.probe(prober, question, { strangers: 1, staff, staffFirst });
    }
  });
}

async function withProbers(
  worlds: TwoWorlds,
  work: (prober: Prober, lane: number) => Promise<void>,
): Promise<void> {
  const probers = Array.from({ length: LANES }, () => createProber(worlds));
  try {
    await Promise.all(probers.map(work));
  } finally {
    for (const prober of probers) prober.close();
  }
}

/** Staff work in both worlds, in the second one more than in the first; the public sees one and the same change. */
async function change(worlds: TwoWorlds, sightings: Sightings, random: Random): Promise<void> {
  const { first, second, ids } = worlds;
  const turn = sightings.changes % 2 === 0 ? 1 : 0;
  sightings.changes += 1;
  const answer = `Every day, as ever (${random.integer(0, 999_999)}).`;
  await Promise.all([
    workOnDrafts(first, ids, DIGITS.first[turn], answer),
    workOnDrafts(second, ids, DIGITS.second[turn], answer),
    ...(random.chance(0.3) ? [workOutOfSight(second)] : []),
  ]);
  sightings.streams += await compareStreams(worlds, sightings.violations, random);
}

const randomCrowd = (random: Random): Crowd => ({
  strangers: random.integer(1, MOST_STRANGERS),
  staff: random.pick([['admin'], ['editor'], ['admin', 'editor']]),
  staffFirst: random.chance(0.5),
});

async function run({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const worlds = await openTwoWorlds();
  const sightings = new Sightings();
  try {
    const questions = allQuestions(worlds.ids);
    const showingDrafts = questions.filter(({ target }) => target.startsWith('/api/admin/draws'));
    const randoms = Array.from({ length: LANES }, () => random.fork());
    const isDone = () => sightings.probes >= count || isOver();
    do {
      await change(worlds, sightings, random);
      await withProbers(worlds, async (prober, lane) => {
        const source = randoms[lane] as Random;
        for (let probes = 0; probes < ROUND && !isDone(); probes += 1) {
          const asked = source.chance(SHOWING_DRAFTS) ? showingDrafts : questions;
          const question = randomQuestion(asked, sightings.tags, source);
          await sightings.probe(prober, question, randomCrowd(source));
          progress(sightings.probes);
        }
      });
    } while (!isDone());
  } catch (error) {
    sightings.violations.add(`the probes ended with ${error} after ${sightings.probes}`);
  } finally {
    await worlds.close();
  }
  return figuresOf(sightings);
}

export const figuresOf = (sightings: Sightings): Figures => ({
  done: sightings.probes,
  faults: [
    `staff were shown digits of drafts ${sightings.staffSawDigits} times at the same moment`,
    `${sightings.changes} changes that empty the caches`,
    `${sightings.streams} streams compared`,
  ].join(', '),
  leaked: sightings.leaked,
  lost: null,
  doubled: null,
  early: null,
  lateness: [],
  serverErrors: null,
  unavailable: null,
  violations: sightings.violations.list(),
});

export const twoWorlds: Scenario = {
  name: 'two-worlds',
  title: 'Sealed drafts, asked by anonymous and signed-in callers at once',
  unit: 'probes',
  share: 2,
  run,
};
