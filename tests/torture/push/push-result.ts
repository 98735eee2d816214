/** One result for many devices: two nodes push it, and one is killed meanwhile. */
import { instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { pauseAfterAttempts } from '../../../src/core/push-rules.ts';
import { ADMIN, signIn } from '../../support/node-requests.ts';
import { createTestDatabase, queryPostgres } from '../../support/postgres.ts';
import { addDevices } from '../../support/push-devices.ts';
import { startPushService } from '../../support/push-service.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Random } from '../random.ts';
import { checkMessages, checkPublication, type PushTally } from './push-checks.ts';
import { timePublications } from './timed-publications.ts';

interface Assignment {
  devices: number;
  random: Random;
  tally: PushTally;
  progress(sent: number): void;
}

/** The day of the result of 10:00. */
const TODAY = '2026-11-15';
const DUE = instantOf(TODAY, '10:15');
/** Time to start the nodes and to publish results while nothing is pushed. */
const BEFORE = 15 * SECOND;
/** Of the push service: on a fast machine, messages are still sent while results are published. */
const RESPONSE_TIME = 100;
/** Without any message: a busy machine gives little time to the thread that pushes, which has a low priority. */
const PATIENCE = 60 * SECOND;
/** A message that got no answer on a busy machine is sent again after the first pause. */
const UNTIL_NEXT_ATTEMPT = (pauseAfterAttempts(1) ?? 0) + PATIENCE;

export async function pushResult({ devices: count, random, tally, progress }: Assignment): Promise<void> {
  const cleanups: (() => unknown)[] = [];
  try {
    const { url: database, release } = await createTestDatabase();
    cleanups.push(release);
    const service = await startPushService();
    cleanups.push(service.stop);
    service.respond = (response) => void setTimeout(() => response.writeHead(201).end(), RESPONSE_TIME);
    const devices = await addDevices(database, service, count);
    const nodes = await startNodes(database, cleanups);
    const [killed, other] = random.chance(0.5) ? nodes : nodes.toReversed();
    if (!killed || !other) throw new Error('there must be two nodes');
    const session = await signIn(other);
    const before = await timePublications(other, session, '2026-10-01', tally);
    if (service.received.length > 0) tally.violate('messages were sent while the result was not due');

    const sent = () => {
      progress(service.received.length);
      return service.received.length;
    };
    const killedAfter = random.integer(Math.ceil(count / 10), Math.floor(count / 4));
    await waitUntil(() => sent() >= killedAfter, PATIENCE, sent);
    await killed.kill();
    tally.kills += 1;
    const claimed = await readBatches(database);
    const sentAtKill = sent();
    const during = await timePublications(other, session, '2026-09-01', tally);
    const sentMeanwhile = sent() - sentAtKill;
    if (sentMeanwhile === 0) tally.violate('nothing was pushed while results were published');
    tally.compareTimes(before, during);

    await waitUntil(async () => (await readUnclaimed(database)).length === 0, PATIENCE, sent);
    // The batches of the killed node, without waiting until its claim ends.
    const ids = claimed.map(({ id }) => id);
    await queryPostgres(database, `update push_batches set due_at = 0 where id = any('{${ids}}')`);
    await waitUntil(async () => (await readBatches(database)).length === 0, UNTIL_NEXT_ATTEMPT, sent);

    await other.stop();
    checkMessages(tally, {
      devices,
      messages: service.received,
      claimedAtKill: claimed.flatMap(({ endpoints }): string[] => JSON.parse(endpoints)),
      unanswered: countUnanswered(other),
      today: TODAY,
    });
    await checkPublication(tally, { database, today: TODAY, due: DUE });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}

async function startNodes(database: string, cleanups: (() => unknown)[]): Promise<ServerProcess[]> {
  const nodes: ServerProcess[] = [];
  cleanups.push(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))));
  const env = {
    DATABASE_URL: database,
    AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_EVERY_HOURS: '0',
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    PUSH_HOSTS: '127.0.0.1',
    CLOCK_START: new Date(DUE - BEFORE).toISOString(),
  };
  for (let node = 1; node <= 2; node += 1) nodes.push(await startServerProcess(env));
  return nodes;
}

const readBatches = (database: string) =>
  queryPostgres<{ id: string; endpoints: string }>(database, 'select id, endpoints from push_batches');

const readUnclaimed = (database: string) =>
  queryPostgres(database, 'select 1 from push_runs where all_claimed = 0');

/** How many messages another attempt may have delivered, as the node has logged. */
const countUnanswered = (node: ServerProcess): number =>
  node
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .reduce((sum, line) => sum + (JSON.parse(line).failed ?? 0), 0);
