/** An editor who publishes, corrects, withdraws and deletes results and edits news and FAQs, through any node. */
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { addDays } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import type { StreamSite } from './stream-site.ts';

export const ADMIN = { email: 'admin@example.org', password: 'a long and uncommon passphrase' };

type Table = 'draws' | 'news' | 'faqs';

interface Row {
  table: Table;
  id: string;
  isPublished: boolean;
}

/** Keeps the lists short. */
const MOST_ROWS = 24;
/** In a future that automation ignores; each editor has its own century. */
const FIRST_YEAR = 2100;

export class Editor {
  readonly #site: StreamSite;
  readonly #random: Random;
  readonly #cookie: string;
  readonly #place: number;
  readonly #rows: Row[] = [];
  #marks = 0;
  writes = 0;

  private constructor(site: StreamSite, random: Random, place: number, cookie: string) {
    this.#site = site;
    this.#random = random;
    this.#place = place;
    this.#cookie = cookie;
  }

  static async signIn(site: StreamSite, random: Random, place: number): Promise<Editor> {
    const [url] = site.urls;
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify(ADMIN),
    });
    if (!response.ok) throw new Error(`staff cannot sign in: ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return new Editor(site, random, place, cookies.join('; '));
  }

  /** Writes until `isOver` returns true, sometimes many times without a pause. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const count = this.#random.chance(0.05) ? 15 : 1;
      for (let write = 0; write < count; write += 1) await this.#writeOnce();
      await Bun.sleep(this.#random.integer(5, 100));
    }
  }

  async #writeOnce(): Promise<void> {
    this.#marks += 1;
    const [first, ...others] = this.#rows;
    if (!first || (this.#rows.length < MOST_ROWS && this.#random.chance(0.3))) return this.#create();
    const row = this.#random.pick([first, ...others]);
    if (this.#random.chance(0.12)) return this.#delete(row);
    if (row.table === 'draws' && this.#random.chance(0.6)) return this.#changePublication(row);
    await this.#send('PATCH', `/${row.table}/${row.id}`, this.#patchOf(row.table), 200);
  }

  async #create(): Promise<void> {
    const table = this.#random.pick<Table>(['draws', 'draws', 'news', 'faqs']);
    const { id } = JSON.parse(await this.#send('POST', `/${table}`, this.#newRow(table), 201));
    this.#site.hidden.hide(id, 0);
    this.#rows.push({ table, id, isPublished: false });
  }

  async #changePublication(row: Row): Promise<void> {
    const { hidden } = this.#site;
    if (!row.isPublished) hidden.show(row.id);
    await this.#send('POST', `/draws/${row.id}/${row.isPublished ? 'unpublish' : 'publish'}`, undefined, 200);
    if (row.isPublished) hidden.hide(row.id, performance.now());
    row.isPublished = !row.isPublished;
  }

  async #delete(row: Row): Promise<void> {
    await this.#send('DELETE', `/${row.table}/${row.id}`, undefined, 204);
    if (row.isPublished) this.#site.hidden.hide(row.id, performance.now());
    this.#rows.splice(this.#rows.indexOf(row), 1);
  }

  #newRow(table: Table): object {
    const text = `Text ${this.#marks}`;
    if (table === 'news') return { title: text, author: 'Desk', body: text };
    if (table === 'faqs') return { question: text, answer: text, order: this.#random.integer(1, 10) };
    const date = addDays(`${FIRST_YEAR + 100 * this.#place}-01-01`, this.#marks);
    return { date, slot: '10:00', drawNo: drawNumberFor(date, '10:00'), ...this.#digits() };
  }

  #patchOf(table: Table): object {
    const text = `Text ${this.#marks}`;
    if (table === 'news') return { body: text };
    if (table === 'faqs') return { answer: text };
    return { ...this.#digits(), reason: text };
  }

  #digits() {
    const [digit1, digit2, digit3, digit4, digit5] = String(this.#random.integer(0, 99_999)).padStart(5, '0');
    return { digit1, digit2, digit3, digit4, digit5 };
  }

  async #send(method: string, path: string, body: object | undefined, expected: number): Promise<string> {
    const url = this.#random.pick(this.#site.urls);
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: this.#cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { tally } = this.#site;
    const problem = `${method} ${path} returned ${response.status}: ${text}`;
    if (response.status === 503) tally.count('unavailable', problem);
    else if (response.status >= 500) tally.count('serverErrors', problem);
    if (response.status !== expected) throw new Error(problem);
    this.writes += 1;
    return text;
  }
}
