/** The scenario `fuzz`: valid and mutated requests from the schemas of the routes, on both databases. */
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { callersOf } from './access.ts';
import { JourneyEnded, runJourney } from './account-journey.ts';
import { isRefusedAsMalformed, isRefusedWrite, orderOf, pickCaller, weigh } from './choices.ts';
import { type Caller, type FuzzSite, openFuzzSite } from './fuzz-site.ts';
import { mutate } from './mutate.ts';
import { type ApiDescription, listPathOf, type Operation, readDescription } from './operations.ts';
import { compareTables, type Refused } from './refused-writes.ts';
import type { FuzzRequest } from './request.ts';
import { createResponseRules, type ResponseRules } from './response-rules.ts';
import { addCaller, createSender, type Sender } from './sender.ts';
import { FuzzTally } from './tally.ts';
import { createRequest } from './valid-request.ts';

const CONNECTIONS = 6;
/** After this many requests every operation must have succeeded. */
const ENOUGH = 650;
/** Requests per connection between two comparisons of the tables. */
const ROUND = 60;
const REFUSED_AGAIN = 30;
const JOURNEYS = 0.15;
const MUTATED = 0.65;
const MUTATED_STEPS = 0.3;
const SENT_TO_BOTH = 0.15;
/** How often each operation is tried at the start until it succeeds. */
const MOST_TRIES = 20;
/** Rows of each kind at the start: some operations accept only few of them, such as users who were invited. */
const CREATED_ROWS = 6;

interface Run {
  assignment: Assignment;
  description: ApiDescription;
  rules: ResponseRules;
  tally: FuzzTally;
  sites: FuzzSite[];
}

async function run(assignment: Assignment): Promise<Figures> {
  const description = readDescription();
  const tally = new FuzzTally();
  const sites: FuzzSite[] = [];
  try {
    for (const kind of ['sqlite', 'postgres'] as const) sites.push(await openFuzzSite(kind));
    const [first, second] = sites as [FuzzSite, FuzzSite];
    first.cookies.foreign = second.cookies.admin;
    second.cookies.foreign = first.cookies.admin;
    const rules = createResponseRules(description);
    const shared = { assignment, description, rules, tally, sites };
    await Promise.all(sites.map((site) => fuzzSite(site, shared, assignment.random.fork())));
    for (const operation of description.operations) {
      if (tally.done >= ENOUGH && !tally.hasSucceeded(operation))
        tally.addViolation(`${operation.name} never succeeded`);
    }
    for (const site of sites) checkLog(site, tally);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
  return figuresOf(tally);
}

async function fuzzSite(site: FuzzSite, shared: Run, random: Random): Promise<void> {
  const { assignment, description, rules, tally } = shared;
  const senders = Array.from({ length: CONNECTIONS }, () => createSender(site, rules, tally));
  const other = shared.sites.find((one) => one !== site) ?? site;
  const otherSenders = senders.map(() => createSender(other, rules, tally));
  const randoms = senders.map(() => random.fork());
  const refused: Refused[] = [];
  const isOver = () => tally.done >= assignment.count || assignment.isOver();
  const [sender] = senders as [Sender];
  const weighted = weigh(description.operations);

  async function oneRequest(lane: number, source: Random): Promise<void> {
    const operation = source.pick(weighted);
    const { request, row } = createRequest(operation, description, site.known, source);
    const caller = pickCaller(operation, source);
    addCaller(request, caller, site, source);
    if (source.chance(MUTATED))
      mutate(request, { random: source, known: site.known, schemas: description.schemas });
    const response = await senders[lane]?.send(request, caller);
    const status = response?.status ?? 0;
    const isGone = status === 404 || (request.method === 'DELETE' && status === 204);
    if (row && isGone && !request.mayMissOperation) site.known.forget(listPathOf(operation.path), row);
    if (isRefusedWrite(request, status)) {
      refused.push({ request, caller });
      if (refused.length > REFUSED_AGAIN) refused.shift();
    }
    if (caller !== 'spare' && isRefusedAsMalformed(request, status) && source.chance(SENT_TO_BOTH)) {
      await sendToOther(lane, request, caller, status, source);
    }
  }

  async function sendToOther(
    lane: number,
    request: FuzzRequest,
    caller: Caller,
    status: number,
    source: Random,
  ): Promise<void> {
    const headers = request.headers.map(([name, value]): [string, string] => [
      name,
      value === site.server.url ? other.server.url : value,
    ]);
    const same = { ...request, headers };
    addCaller(same, caller, other, source);
    const response = await otherSenders[lane]?.send(same, caller);
    tally.sentToBoth += 1;
    if (response?.status === status) return;
    tally.addViolation(
      `${status} on ${site.kind} but ${response?.status} on ${other.kind}: ${request.operation.name} with ${request.mutations.join(', ')}: ${request.body?.toString().slice(0, 300)}`,
    );
  }

  async function journey(mutatedFirst: number): Promise<void> {
    await runJourney(site, sender, description, random, mutatedFirst).catch((error) => {
      if (!(error instanceof JourneyEnded)) throw error;
      if (error.isRefusal) tally.addViolation(`a step of an account's life was refused: ${error.message}`);
    });
  }

  async function sendValid(operation: Operation): Promise<void> {
    const { request } = createRequest(operation, description, site.known, random);
    const caller = random.pick(callersOf(operation));
    addCaller(request, caller, site, random);
    await sender.send(request, caller);
  }

  /** Creates rows for later requests, and makes sure that every operation is called. */
  async function callEveryOperation(): Promise<void> {
    for (const operation of description.operations.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      const listPath = listPathOf(operation.path);
      const list = description.operations.find(({ method, path }) => method === 'GET' && path === listPath);
      for (let tries = 0; tries < MOST_TRIES && !tally.hasSucceeded(operation); tries += 1) {
        if (list && list !== operation) await sendValid(list);
        await sendValid(operation);
      }
      const isCreation = operation.method === 'POST' && operation.path === listPath;
      for (let rows = 1; isCreation && rows < CREATED_ROWS; rows += 1) await sendValid(operation);
    }
  }

  try {
    await journey(0);
    await callEveryOperation();
    do {
      if (random.chance(JOURNEYS)) await journey(MUTATED_STEPS);
      await Promise.all(
        randoms.map(async (source, lane) => {
          for (let count = 0; count < ROUND && !isOver(); count += 1) {
            await oneRequest(lane, source);
            assignment.progress(tally.done);
          }
        }),
      );
      await compareTables(site, sender, refused.splice(0), tally);
    } while (!isOver());
  } catch (error) {
    tally.addViolation(`the requests to ${site.kind} ended with ${error} after ${tally.done}`);
  } finally {
    for (const one of [...senders, ...otherSenders]) one.close();
  }
}

function checkLog({ kind, server }: FuzzSite, tally: FuzzTally): void {
  const lines = server.output().split('\n');
  for (const line of lines) {
    if (/"level":"error"|\bat \S+ \(/.test(line)) tally.addViolation(`the ${kind} server logged ${line}`);
  }
}

function figuresOf(tally: FuzzTally): Figures {
  const { successes, refusals } = tally.totals();
  return {
    done: tally.done,
    faults: [
      `${tally.mutated} mutated requests`,
      `${successes} successes and ${refusals} refusals of the operations themselves`,
      `${tally.compared} comparisons of all tables after refused writes`,
      `${tally.sentToBoth} asked of both databases`,
    ].join(', '),
    leaked: tally.leaked,
    lost: null,
    doubled: null,
    early: null,
    lateness: [],
    serverErrors: tally.serverErrors,
    unavailable: tally.unavailable,
    violations: tally.listViolations(),
  };
}

export const fuzz: Scenario = {
  name: 'fuzz',
  title: 'Fuzzing of every route from its own schema',
  unit: 'requests',
  share: 2,
  run,
};
