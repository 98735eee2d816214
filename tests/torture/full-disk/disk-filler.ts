/** Fills the disk of a site, checks its responses, frees the disk, and checks that nothing is missing. */
import type { AdminDraw } from '../../../src/contract/draws.ts';
import { instantOf, MINUTE, SECOND } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import { Tally } from '../tally.ts';
import type { Disk, DiskSite } from './disk-site.ts';

export const DAY = '2027-03-01';
export const SLOT = '10:00';
export const FIRST_DELAY = 15;
const MOST_CHANGES = 500;
const MOST_WAIT = 30 * SECOND;

export class DiskTally extends Tally {
  readonly fillings = new Map<Disk, number>();
  started = 0;
  dueWhileFull = 0;
  backups = 0;
}

export class DiskFiller {
  readonly #disk: DiskSite;
  readonly #tally: DiskTally;
  /** The server's clock minus `performance.now()`; at most this much, because the start takes time. */
  readonly #clockOffset: number;
  readonly #acknowledged: string[] = [];
  readonly #refused: string[] = [];
  #sent = 0;
  #fillings = 0;

  constructor(disk: DiskSite, tally: DiskTally, clockOffset: number) {
    this.#disk = disk;
    this.#tally = tally;
    this.#clockOffset = clockOffset;
  }

  async fillAndFree(during: 'nothing' | 'publication' | 'backup', random: Random): Promise<void> {
    this.#fillings += 1;
    const dueAt = during === 'publication' ? await this.#prepareResult() : null;
    this.#disk.fill();
    if (during === 'backup' && random.chance(0.5)) await this.#startBackup([202, 503]);
    await this.#expectDown('a change', await this.#writeUntilRefused());
    if (dueAt !== null) await this.#waitUntilDue(dueAt);
    await this.#expectAllDown();
    await this.#expectReads();
    if (during === 'backup') await this.#startBackup([503, 409]);
    this.#expectLog('the database cannot be written', this.#fillings);
    this.#disk.free();
    await this.#expectRecovered(dueAt);
    if (during === 'backup') await this.#expectBackup();
  }

  /** Waits for the drafts and sets the delay so that the first is due soon; returns null if it is published already. */
  async #prepareResult(): Promise<number | null> {
    await this.#waitUntil('there are no drafts', async () => (await this.#drafts()).length > 0);
    const soon = this.#now() + 2 * SECOND;
    const delay = Math.max(FIRST_DELAY, Math.ceil((soon - instantOf(DAY, SLOT)) / MINUTE));
    const { admin } = this.#disk.site;
    const settings = await (await admin('GET', '/api/admin/settings')).json();
    const response = await admin('PUT', '/api/admin/settings', {
      body: { ...settings, publishDelay: delay },
    });
    if (!response.ok) this.#violate(`the delay cannot be set: ${await response.text()}`);
    // On a slow machine it may be published before the delay is set.
    const isStillDraft = (await this.#drafts()).some(({ slot }) => slot === SLOT);
    return isStillDraft ? instantOf(DAY, SLOT) + delay * MINUTE : null;
  }

  async #waitUntilDue(dueAt: number): Promise<void> {
    await Bun.sleep(Math.min(MINUTE, Math.max(0, dueAt - this.#now() + 2 * SECOND)));
    const isWaiting = (await this.#drafts()).some(({ slot }) => slot === SLOT);
    this.#tally.dueWhileFull += isWaiting ? 1 : 0;
  }

  #now(): number {
    return this.#clockOffset + performance.now();
  }

  async #drafts(): Promise<AdminDraw[]> {
    const response = await this.#disk.site.editor('GET', `/api/admin/draws?date=${DAY}&status=draft`);
    return (await response.json()).items;
  }

  #addFaq(): Promise<Response> {
    this.#sent += 1;
    const body = { question: `Question ${this.#sent}`, answer: 'Because.', order: this.#sent };
    return this.#disk.site.editor('POST', '/api/admin/faqs', { body });
  }

  async #writeUntilRefused(): Promise<Response> {
    for (let written = 0; written < MOST_CHANGES; written += 1) {
      const response = await this.#addFaq();
      if (response.status !== 201) {
        this.#refused.push(`Question ${this.#sent}`);
        return response;
      }
      await response.body?.cancel();
      this.#acknowledged.push(`Question ${this.#sent}`);
      this.#tally.acknowledged += 1;
    }
    throw new Error('The disk does not get full.');
  }

  async #expectAllDown(): Promise<void> {
    const { anonymous } = this.#disk.site;
    for (let round = 0; round < 5; round += 1) {
      await this.#expectDown('a change', await this.#addFaq());
      this.#refused.push(`Question ${this.#sent}`);
      await this.#expectDown('health', await anonymous('GET', '/api/health'));
    }
    const body = { email: 'meera@example.org', password: 'nine quiet boats' };
    await this.#expectDown('a sign-in', await anonymous('POST', '/api/auth/sign-in/email', { body }));
  }

  async #expectDown(what: string, response: Response): Promise<void> {
    const text = await response.text();
    this.#tally.countStatus(response.status);
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
    const hasRetryAfter = Number(response.headers.get('retry-after')) > 0;
    if (response.status !== 503 || !text.includes('"database-down"') || !isProblem || !hasRetryAfter)
      this.#violate(`${what} gets ${response.status} ${text.slice(0, 200)} while the disk is full`);
  }

  async #expectReads(): Promise<void> {
    const { anonymous, editor } = this.#disk.site;
    for (const path of ['/api/today', '/api/faqs', '/', '/results']) {
      const { status } = await anonymous('GET', path);
      if (status !== 200) this.#violate(`${path} gets ${status} while the disk is full`);
    }
    const { status } = await editor('GET', '/api/admin/faqs');
    if (status !== 200) this.#violate(`staff get ${status} while the disk is full`);
  }

  async #expectRecovered(dueAt: number | null): Promise<void> {
    const { anonymous } = this.#disk.site;
    await this.#waitUntil('health stays down', async () => (await anonymous('GET', '/api/health')).ok);
    const response = await this.#addFaq();
    if (response.status === 201) this.#acknowledged.push(`Question ${this.#sent}`);
    else this.#violate(`with free space a change gets ${response.status}`);
    this.#expectLog('the database can be written again', this.#fillings);
    this.#expectLog('cannot rollback', 0);
    this.#expectLog('request failed', 0);
    if (dueAt !== null) await this.#expectResult(dueAt);
    this.#compare(await this.#readQuestions());
    for (const damage of this.#disk.findDamage()) this.#violate(`SQLite finds ${damage}`);
  }

  async #readQuestions(): Promise<string[]> {
    const questions: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < MOST_CHANGES; page += 1) {
      const response = await this.#disk.site.editor(
        'GET',
        `/api/admin/faqs?limit=100${cursor && `&cursor=${cursor}`}`,
      );
      const { items, nextCursor }: { items: { question: string }[]; nextCursor: string | null } =
        await response.json();
      questions.push(...items.map(({ question }) => question));
      cursor = nextCursor;
    }
    return questions;
  }

  #compare(found: readonly string[]): void {
    const known = new Set(found);
    const lost = this.#acknowledged.filter((question) => !known.has(question));
    this.#tally.lost += lost.length;
    for (const question of lost) this.#violate(`${question} was acknowledged, and is missing`);
    this.#tally.doubled += found.length - known.size;
    if (found.length > known.size) this.#violate('a question is stored twice');
    for (const question of this.#refused)
      if (known.has(question)) this.#violate(`${question} was refused, and is stored`);
  }

  /** Published after the disk was freed, and not before it was due. */
  async #expectResult(dueAt: number): Promise<void> {
    await this.#waitUntil('a due result is not published', async () =>
      (await this.#drafts()).every(({ slot }) => slot !== SLOT),
    );
    const { admin } = this.#disk.site;
    const { items }: { items: AdminDraw[] } = await (
      await admin('GET', `/api/admin/draws?date=${DAY}&status=published`)
    ).json();
    const publishedAt = Date.parse(items.find(({ slot }) => slot === SLOT)?.publishedAt ?? '');
    this.#tally.hasSeenResults = true;
    if (publishedAt >= dueAt) return;
    this.#tally.early += 1;
    this.#violate(`a result was published at ${publishedAt}, due ${dueAt}`);
  }

  async #startBackup(allowed: number[]): Promise<void> {
    const response = await this.#disk.site.admin('POST', '/api/admin/backups');
    if (!allowed.includes(response.status))
      this.#violate(`a backup gets ${response.status} while the disk is full`);
    await response.body?.cancel();
  }

  /** A backup that started on the full disk has ended, and a new one can be verified. */
  async #expectBackup(): Promise<void> {
    const { admin } = this.#disk.site;
    const newest = async () => (await (await admin('GET', '/api/admin/backups')).json()).items[0]?.status;
    const isOver = async () => (await newest()) !== 'running';
    await this.#waitUntil('a backup never ends', isOver);
    await this.#startBackup([202]);
    await this.#waitUntil('a backup never ends', isOver);
    const status = await newest();
    if (status !== 'verified') this.#violate(`with free space a backup is ${status}`);
    this.#tally.backups += 1;
  }

  async #waitUntil(failure: string, condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + MOST_WAIT;
    while (!(await condition())) {
      if (performance.now() > deadline)
        throw new Error(`After ${MOST_WAIT} ms ${failure}: ${this.#disk.site.server.output().slice(-1_500)}`);
      await Bun.sleep(50);
    }
  }

  /** Expects this number of log lines since the start. */
  #expectLog(text: string, times: number): void {
    const lines = this.#disk.site.server.output().split('\n');
    const found = lines.filter((line) => line.includes(text));
    if (found.length !== times)
      this.#violate(`the log says "${text}" ${found.length} times instead of ${times}`);
    const namesCause = found.every((line) => !line.includes('cannot be written') || /disk|full/.test(line));
    if (!namesCause) this.#violate(`the log does not name the cause: ${found.at(-1)}`);
  }

  #violate(text: string): void {
    this.#tally.violations.add(`in filling ${this.#tally.done + 1}: ${text}.`);
  }
}
