/** The rules for a pushed result, and the counts of the scenario. */
import type { BrowserSubscription, ResultPush } from '../../../src/contract/push.ts';
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { queryPostgres } from '../../support/postgres.ts';
import type { PushService } from '../../support/push-service.ts';
import type { Figures } from '../scenario.ts';
import { Tally } from '../tally.ts';

/** How many times as long a publication may take while a result is pushed. */
const MOST_SLOWDOWN = 5;

export class PushTally extends Tally {
  kills = 0;
  /** Devices that got the result again because the node that sent it was killed. */
  sentAgain = 0;
  /** Messages that got no answer in time. */
  unanswered = 0;
  /** How late each result was published. */
  readonly lateness: number[] = [];
  readonly #slowdowns: string[] = [];

  violate(text: string): void {
    this.violations.add(`After ${this.done} devices: ${text}.`);
  }

  compareTimes(before: number, during: number): void {
    const times = `${during.toFixed(1)} / ${before.toFixed(1)} ms`;
    this.#slowdowns.push(times);
    if (during / before >= MOST_SLOWDOWN) this.violate(`publications took ${times} while pushing / before`);
  }

  pushFigures(): Figures {
    const faults = [
      `${this.kills} kills while messages were sent`,
      `${this.sentAgain} devices got it again after a kill`,
      `${this.unanswered} messages without an answer in time`,
      `median of publications while pushing / before: ${this.#slowdowns.join(', ')}`,
    ].join('; ');
    return { ...this.figures(faults), lateness: this.lateness };
  }
}

interface Pushed {
  devices: readonly BrowserSubscription[];
  messages: PushService['received'];
  /** The endpoints of the batches that were being sent at the kill. */
  claimedAtKill: readonly string[];
  unanswered: number;
  today: string;
}

export function checkMessages(
  tally: PushTally,
  { devices, messages, claimedAtKill, unanswered, today }: Pushed,
): void {
  const counts = new Map<string, number>();
  for (const { endpoint } of messages) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  const missing = devices.filter(({ endpoint }) => !counts.has(endpoint)).length;
  tally.lost += missing;
  if (missing > 0) tally.violate(`${missing} devices did not get the result`);

  const twice = new Set([...counts].filter(([, count]) => count > 1).map(([endpoint]) => endpoint));
  // Only what was being sent at the kill, and what got no answer in time, can have been sent twice.
  const unexplained = twice.difference(new Set(claimedAtKill)).size;
  tally.sentAgain += twice.size - unexplained;
  tally.unanswered += unanswered;
  if (unexplained > unanswered) {
    tally.doubled += unexplained;
    tally.violate(`${unexplained} devices got the result twice, with ${unanswered} messages unanswered`);
  }
  // The draw number is the tag of the notification, so the device shows it once.
  const drawNo = drawNumberFor(today, '10:00');
  for (const message of messages) {
    const { topic } = message.headers;
    if (topic !== drawNo) tally.violate(`a message has the topic ${topic} instead of ${drawNo}`);
    if (!twice.has(message.endpoint)) continue;
    const repeated = message.json() as Partial<ResultPush>;
    if (repeated.drawNo !== drawNo) tally.violate(`a repeated message is about ${repeated.drawNo}`);
  }
}

export async function checkPublication(
  tally: PushTally,
  { database, today, due }: { database: string; today: string; due: Instant },
): Promise<void> {
  const [published] = await queryPostgres<{ late: string }>(
    database,
    `select published_at - ${due} as late from draws where date = '${today}' and slot = '10:00'`,
  );
  if (!published) throw new Error('the result was not published');
  const late = Number(published.late);
  tally.hasSeenResults = true;
  tally.lateness.push(late);
  if (late < 0) {
    tally.early += 1;
    tally.violate(`the result was published ${-late} ms early`);
  }
  if (!(late <= SECOND)) tally.violate(`the result was published ${late} ms late`);
}
