/** The scenario `two-worlds`: visitors get the same responses from two servers whose drafts differ. */
import type { Random } from '../random.ts';
import { type Assignment, type Figures, type Scenario, Violations } from '../scenario.ts';
import { type Clients, createProber, MOST_VISITORS, type Prober } from './probe.ts';
import { allRequests, type ProbeRequest, randomRequest } from './requests.ts';
import { compareStreams } from './streams.ts';
import { changeDrafts, DIGITS, makeHiddenChanges, openTwoWorlds, type TwoWorlds } from './two-servers.ts';

const LANES = 4;
/** Probes per connection between two changes, each of which empties the caches. */
const ROUND = 40;
const MOST_TAGS = 1_000;
/** The share of the probes that request what shows drafts to staff. */
const SHOWING_DRAFTS = 0.2;

/** Counts of a run. */
export class ProbeTally {
  readonly violations = new Violations();
  probes = 0;
  leaked = 0;
  staffSawDigits = 0;
  changes = 0;
  streams = 0;
  readonly tags = new Map<string, string>();

  async probe(prober: Prober, request: ProbeRequest, clients: Clients): Promise<void> {
    const { wrong, hasLeaked, staffSawDigits, tag } = await prober.probe(request, clients);
    this.probes += 1;
    this.staffSawDigits += staffSawDigits;
    if (hasLeaked) this.leaked += 1;
    if (tag && this.tags.size < MOST_TAGS) this.tags.set(request.target, tag);
    const sent = `${request.method} ${request.target} ${JSON.stringify(request.headers)}`;
    for (const text of wrong) this.violations.add(`probe ${this.probes}: ${sent}: ${text}`);
  }
}

/** Sends each request once, over several connections. */
export async function probeAll(
  worlds: TwoWorlds,
  requests: readonly ProbeRequest[],
  tally: ProbeTally,
): Promise<void> {
  const left = requests.values();
  await withProbers(worlds, async (prober) => {
    for (const request of left) {
      const staffFirst = tally.probes % 2 === 0;
      const staff = [staffFirst ? 'admin' : 'editor'] as const;
      await tally.probe(prober, request, { visitors: 1, staff, staffFirst });
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

/** Changes both servers, the second one more than the first; the public change is the same. */
async function change(worlds: TwoWorlds, tally: ProbeTally, random: Random): Promise<void> {
  const { first, second, ids } = worlds;
  const index = tally.changes % 2 === 0 ? 1 : 0;
  tally.changes += 1;
  const answer = `Every day, as ever (${random.integer(0, 999_999)}).`;
  await Promise.all([
    changeDrafts(first, ids, DIGITS.first[index], answer),
    changeDrafts(second, ids, DIGITS.second[index], answer),
    ...(random.chance(0.3) ? [makeHiddenChanges(second)] : []),
  ]);
  tally.streams += await compareStreams(worlds, tally.violations, random);
}

const randomClients = (random: Random): Clients => ({
  visitors: random.integer(1, MOST_VISITORS),
  staff: random.pick([['admin'], ['editor'], ['admin', 'editor']]),
  staffFirst: random.chance(0.5),
});

async function run(assignment: Assignment): Promise<Figures> {
  const worlds = await openTwoWorlds();
  try {
    return await probeAtRandom(worlds, assignment);
  } finally {
    await worlds.close();
  }
}

export async function probeAtRandom(
  worlds: TwoWorlds,
  { random, count, isOver, progress }: Assignment,
): Promise<Figures> {
  const tally = new ProbeTally();
  try {
    const requests = allRequests(worlds.ids);
    const showingDrafts = requests.filter(({ target }) => target.startsWith('/api/admin/draws'));
    const randoms = Array.from({ length: LANES }, () => random.fork());
    const isDone = () => tally.probes >= count || isOver();
    do {
      await change(worlds, tally, random);
      await withProbers(worlds, async (prober, lane) => {
        const source = randoms[lane] as Random;
        for (let probes = 0; probes < ROUND && !isDone(); probes += 1) {
          const candidates = source.chance(SHOWING_DRAFTS) ? showingDrafts : requests;
          const request = randomRequest(candidates, tally.tags, source);
          await tally.probe(prober, request, randomClients(source));
          progress(tally.probes);
        }
      });
    } while (!isDone());
  } catch (error) {
    tally.violations.add(`the probes ended with ${error} after ${tally.probes}`);
  }
  return figuresOf(tally);
}

export const figuresOf = (tally: ProbeTally): Figures => ({
  done: tally.probes,
  faults: [
    `staff were shown digits of drafts ${tally.staffSawDigits} times at the same moment`,
    `${tally.changes} changes that empty the caches`,
    `${tally.streams} streams compared`,
  ].join(', '),
  leaked: tally.leaked,
  lost: null,
  doubled: null,
  early: null,
  lateness: [],
  serverErrors: null,
  unavailable: null,
  violations: tally.violations.list(),
});

export const twoWorlds: Scenario = {
  name: 'two-worlds',
  title: 'Sealed drafts, asked by anonymous and signed-in callers at once',
  unit: 'probes',
  share: 2,
  run,
};
