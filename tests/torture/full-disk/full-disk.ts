/** No room for another byte: what writes is told to come back, reading goes on, and with room again nothing is missing. */
import type { AdminDraw } from '../../../src/contract/draws.ts';
import { instantOf, MINUTE, SECOND } from '../../../src/core/ist-time.ts';
import { canMountDisk } from '../../support/server.ts';
import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { Tally } from '../tally.ts';
import { type Disk, type DiskSite, openDiskSite } from './sites.ts';

const FILLINGS_PER_SITE = 4;
const MOST_CHANGES = 500;
const MOST_WAIT = 30 * SECOND;
const DAY = '2027-03-01';
const SLOT = '10:00';
const FIRST_DELAY = 15;
/** The first result is due so long after the start: drafts are there by then, and the disk is full. */
const DUE_AFTER = 8 * SECOND;

export const fullDisk: Scenario = {
  name: 'full-disk',
  title: 'Full disks that heal',
  unit: 'fillings',
  share: 1,
  run: fillDisks,
};

class DiskTally extends Tally {
  readonly fillings = new Map<Disk, number>();
  started = 0;
  dueWhileFull = 0;
  backups = 0;
}

/** One site for each kind of disk, side by side; each is followed by a new one after some fillings. */
async function fillDisks({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const tally = new DiskTally();
  const disks: Disk[] = canMountDisk() ? ['file limit', 'file system'] : ['file limit'];
  const mayBegin = () => {
    if (tally.started >= count || (tally.started > 0 && isOver())) return false;
    tally.started += 1;
    progress(tally.done, `${tally.acknowledged} acknowledged`);
    return true;
  };
  const fillAll = async (disk: Disk, own: Random) => {
    while (mayBegin()) await fillSite(disk, own, tally, mayBegin);
  };
  await Promise.all(disks.map((disk) => fillAll(disk, random.fork())));
  return figuresOf(tally, disks);
}

async function fillSite(
  disk: Disk,
  random: Random,
  tally: DiskTally,
  mayBegin: () => boolean,
): Promise<void> {
  const start = instantOf(DAY, SLOT) + FIRST_DELAY * MINUTE - DUE_AFTER;
  const launchedAt = performance.now();
  const opened = await openDiskSite(disk, { CLOCK_START: new Date(start).toISOString() });
  const victim = new FullDisk(opened, tally, start - launchedAt);
  try {
    for (let filling = 1; ; filling += 1) {
      await victim.fillAndHeal(filling === 1 ? 'publication' : random.pick(['nothing', 'backup']), random);
      tally.done += 1;
      tally.fillings.set(disk, (tally.fillings.get(disk) ?? 0) + 1);
      if (filling === FILLINGS_PER_SITE || !mayBegin()) return;
    }
  } finally {
    await opened.stop();
  }
}

class FullDisk {
  readonly #disk: DiskSite;
  readonly #tally: DiskTally;
  /** The server's clock less the time that has passed here; at most so much, as it takes a while to start. */
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

  async fillAndHeal(beside: 'nothing' | 'publication' | 'backup', random: Random): Promise<void> {
    this.#fillings += 1;
    const dueAt = beside === 'publication' ? await this.#prepareResult() : null;
    this.#disk.fill();
    if (beside === 'backup' && random.chance(0.5)) await this.#beginBackup([202, 503]);
    await this.#expectDown('a change', await this.#writeUntilRefused());
    if (dueAt !== null) await this.#waitUntilDue(dueAt);
    await this.#expectAllDown();
    await this.#expectReads();
    if (beside === 'backup') await this.#beginBackup([503, 409]);
    this.#expectLog('the database cannot be written', this.#fillings);
    this.#disk.heal();
    await this.#expectHealed(dueAt);
    if (beside === 'backup') await this.#expectBackup();
  }

  /** Waits for the drafts, and has the first one come due soon, at a whole minute; null where it is a result already. */
  async #prepareResult(): Promise<number | null> {
    await this.#until('no drafts are made', async () => (await this.#drafts()).length > 0);
    const soon = this.#now() + 2 * SECOND;
    const delay = Math.max(FIRST_DELAY, Math.ceil((soon - instantOf(DAY, SLOT)) / MINUTE));
    const { admin } = this.#disk.site;
    const settings = await (await admin('GET', '/api/admin/settings')).json();
    const answer = await admin('PUT', '/api/admin/settings', { body: { ...settings, publishDelay: delay } });
    if (!answer.ok) this.#violate(`the delay cannot be set: ${await answer.text()}`);
    // On a slow machine it may have been published before the delay was set.
    const isAhead = (await this.#drafts()).some(({ slot }) => slot === SLOT);
    return isAhead ? instantOf(DAY, SLOT) + delay * MINUTE : null;
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
    const answer = await this.#disk.site.editor('GET', `/api/admin/draws?date=${DAY}&status=draft`);
    return (await answer.json()).items;
  }

  #addFaq(): Promise<Response> {
    this.#sent += 1;
    const body = { question: `Question ${this.#sent}`, answer: 'Because.', order: 1 };
    return this.#disk.site.editor('POST', '/api/admin/faqs', { body });
  }

  async #writeUntilRefused(): Promise<Response> {
    for (let written = 0; written < MOST_CHANGES; written += 1) {
      const answer = await this.#addFaq();
      if (answer.status !== 201) {
        this.#refused.push(`Question ${this.#sent}`);
        return answer;
      }
      await answer.body?.cancel();
      this.#acknowledged.push(`Question ${this.#sent}`);
      this.#tally.acknowledged += 1;
    }
    throw new Error('The disk does not get full.');
  }

  async #expectAllDown(): Promise<void> {
    const { anonymous } = this.#disk.site;
    for (let asked = 0; asked < 5; asked += 1) {
      await this.#expectDown('a change', await this.#addFaq());
      this.#refused.push(`Question ${this.#sent}`);
      await this.#expectDown('health', await anonymous('GET', '/api/health'));
    }
    const body = { email: 'meera@example.org', password: 'nine quiet boats' };
    await this.#expectDown('a sign-in', await anonymous('POST', '/api/auth/sign-in/email', { body }));
  }

  async #expectDown(what: string, answer: Response): Promise<void> {
    const text = await answer.text();
    this.#tally.countAnswer(answer.status);
    const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
    const comesBack = Number(answer.headers.get('retry-after')) > 0;
    if (answer.status !== 503 || !text.includes('"database-down"') || !isProblem || !comesBack)
      this.#violate(`${what} gets ${answer.status} ${text.slice(0, 200)} while the disk is full`);
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

  async #expectHealed(dueAt: number | null): Promise<void> {
    const { anonymous } = this.#disk.site;
    await this.#until('health stays down', async () => (await anonymous('GET', '/api/health')).ok);
    const answer = await this.#addFaq();
    if (answer.status === 201) this.#acknowledged.push(`Question ${this.#sent}`);
    else this.#violate(`with room again a change gets ${answer.status}`);
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
      const answer = await this.#disk.site.editor(
        'GET',
        `/api/admin/faqs?limit=100${cursor && `&cursor=${cursor}`}`,
      );
      const { items, nextCursor }: { items: { question: string }[]; nextCursor: string | null } =
        await answer.json();
      questions.push(...items.map(({ question }) => question));
      cursor = nextCursor;
    }
    return questions;
  }

  #compare(found: readonly string[]): void {
    const known = new Set(found);
    const lost = this.#acknowledged.filter((question) => !known.has(question));
    this.#tally.lost += lost.length;
    for (const question of lost) this.#violate(`${question} was acknowledged, and is not there`);
    this.#tally.doubled += found.length - known.size;
    if (found.length > known.size) this.#violate('a question is there twice');
    for (const question of this.#refused)
      if (known.has(question)) this.#violate(`${question} was refused, and is there`);
  }

  /** Published once there is room, and not before it was due. */
  async #expectResult(dueAt: number): Promise<void> {
    await this.#until('a due result is not published', async () =>
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

  async #beginBackup(allowed: number[]): Promise<void> {
    const answer = await this.#disk.site.admin('POST', '/api/admin/backups');
    if (!allowed.includes(answer.status))
      this.#violate(`a backup gets ${answer.status} while the disk is full`);
    await answer.body?.cancel();
  }

  /** A backup that met the full disk has ended by then, and one that is made now can be verified. */
  async #expectBackup(): Promise<void> {
    const { admin } = this.#disk.site;
    const newest = async () => (await (await admin('GET', '/api/admin/backups')).json()).items[0]?.status;
    const isOver = async () => (await newest()) !== 'running';
    await this.#until('a backup never ends', isOver);
    await this.#beginBackup([202]);
    await this.#until('a backup never ends', isOver);
    const status = await newest();
    if (status !== 'verified') this.#violate(`with room again a backup is ${status}`);
    this.#tally.backups += 1;
  }

  async #until(failure: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + MOST_WAIT;
    while (!(await isSo())) {
      if (performance.now() > deadline)
        throw new Error(`After ${MOST_WAIT} ms ${failure}: ${this.#disk.site.server.output().slice(-1_500)}`);
      await Bun.sleep(50);
    }
  }

  /** So often since the start. */
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

function figuresOf(tally: DiskTally, disks: readonly Disk[]): Figures {
  const fillings = [...tally.fillings].map(([disk, times]) => `${times} by a ${disk}`).join(', ');
  const skipped =
    disks.length === 1 ? '; no small file system, as this machine does not let us mount one' : '';
  return tally.figures(
    `${fillings}${skipped}; ${tally.dueWhileFull} results due meanwhile, ${tally.backups} backups, ` +
      `${tally.acknowledged} changes acknowledged`,
  );
}
