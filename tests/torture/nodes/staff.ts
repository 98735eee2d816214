/** Staff and visitors who write through any node, send again what got no answer, and remember what was acknowledged. */
import type { Random } from '../random.ts';
import { type Answer, ask } from './ask.ts';
import { ADMIN, type TorturedNode } from './node.ts';
import type { TorturedSite } from './site.ts';

type Table = 'faqs' | 'news' | 'contacts';

interface Remembered {
  table: Table;
  /** A text that no other row has. */
  mark: string;
  id: string | null;
  /** What may be stored; null: no such row. One value once every request for the row was answered. */
  possible: Set<string | null>;
  isSettled: boolean;
}

const ATTEMPTS = 8;
const PAUSE_BETWEEN_ATTEMPTS = 250;
const PAUSE_BETWEEN_WRITES = 120;
const SENT_TWICE = 0.2;
/** Older rows are deleted. */
const MOST_ROWS = 12;

export class Staff {
  readonly #site: TorturedSite;
  readonly #random: Random;
  readonly #rows: Remembered[] = [];
  #cookie: Promise<string | null> | null = null;
  #marks = 0;
  acknowledged = 0;

  constructor(site: TorturedSite, random: Random) {
    this.#site = site;
    this.#random = random;
  }

  /** Writes until it is told to stop. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#writeOnce();
      await Bun.sleep(PAUSE_BETWEEN_WRITES);
    }
  }

  /** Sends a request as staff through one node after the other until one answers; null when none did. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const node = this.#random.pick(this.#site.nodes);
      const answer = await this.#sendTo(node, method, path, body, headers);
      if (answer && answer.status !== 503) return { ...answer, isFirst: attempt === 0 };
      await Bun.sleep(PAUSE_BETWEEN_ATTEMPTS);
    }
    return null;
  }

  async #sendTo(
    node: TorturedNode,
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<Answer | null> {
    const { ledger } = this.#site;
    const isOfStaff = path.startsWith('/api/admin');
    if (isOfStaff) this.#cookie ??= this.#signIn(node);
    const cookie = isOfStaff ? { Cookie: (await this.#cookie) ?? '' } : {};
    if (cookie.Cookie === '') {
      this.#cookie = null;
      return null;
    }
    const answer = await ask(ledger, node, path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: node.url, ...cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer?.status !== 401) return answer;
    // A session lasts for some of the days that pass here in minutes.
    this.#cookie = null;
    return null;
  }

  /** Null: the node did not answer, or could not. */
  async #signIn(node: TorturedNode): Promise<string | null> {
    const answer = await ask(this.#site.ledger, node, '/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: node.url },
      body: JSON.stringify(ADMIN),
    });
    if (answer && answer.status !== 200 && answer.status !== 503) this.#refused('POST', 'sign-in', answer);
    if (answer?.status !== 200) return null;
    const cookies = answer.headers.getSetCookie();
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  }

  async #writeOnce(): Promise<void> {
    const known = this.#rows.filter(({ id, table }) => id !== null && table !== 'contacts');
    const [first, ...others] = known;
    if (!first || this.#random.chance(0.4)) return this.#create();
    if (known.length > MOST_ROWS) return this.#delete(first);
    return this.#edit(this.#random.pick([first, ...others]));
  }

  async #create(): Promise<void> {
    this.#marks += 1;
    const mark = `Mark ${this.#random.seed}-${this.#marks}`;
    const table = this.#random.pick<Table>(['faqs', 'news', 'contacts']);
    const [path, body] = creationOf(table, mark);
    const row: Remembered = { table, mark, id: null, possible: new Set([null, 'new']), isSettled: false };
    this.#rows.push(row);
    const headers = {
      'Idempotency-Key': mark,
      'X-Forwarded-For': `10.${(this.#marks >> 16) & 255}.${(this.#marks >> 8) & 255}.${this.#marks & 255}`,
    };
    const send = () => this.send('POST', path, body, headers);
    // Now and then it is sent twice at once, as by somebody who did not wait for a slow answer.
    const [answer] = await Promise.all([send(), ...(this.#random.chance(SENT_TWICE) ? [send()] : [])]);
    if (!answer) return;
    if (answer.status !== 201) return this.#refused('POST', path, answer);
    row.id = JSON.parse(answer.body).id;
    row.possible = new Set(['new']);
    row.isSettled = true;
    this.acknowledged += 1;
  }

  async #edit(row: Remembered): Promise<void> {
    this.#marks += 1;
    const value = `edit ${this.#marks}`;
    const path = `/api/admin/${row.table}/${row.id}`;
    row.possible.add(value);
    const answer = await this.send('PATCH', path, row.table === 'faqs' ? { answer: value } : { body: value });
    if (answer?.status === 200) this.#acknowledge(row, value, answer.isFirst);
    else if (answer && !(answer.status === 404 && row.possible.has(null)))
      this.#refused('PATCH', path, answer);
    else row.isSettled = false;
  }

  async #delete(row: Remembered): Promise<void> {
    const path = `/api/admin/${row.table}/${row.id}`;
    row.possible.add(null);
    const answer = await this.send('DELETE', path);
    const isGone = answer && (answer.status === 204 || (answer.status === 404 && !answer.isFirst));
    if (isGone) {
      this.#acknowledge(row, null, true);
      row.id = null;
    } else if (answer && !(answer.status === 404 && !row.isSettled)) this.#refused('DELETE', path, answer);
    else row.isSettled = false;
  }

  /** An earlier request that got no answer may still be carried out after this one. */
  #acknowledge(row: Remembered, value: string | null, isOnlyRequest: boolean): void {
    this.acknowledged += 1;
    if (row.isSettled && isOnlyRequest) row.possible = new Set([value]);
    else row.isSettled = false;
  }

  #refused(method: string, path: string, { status, body }: Answer): void {
    this.#site.ledger.violate(`${method} ${path} was refused with ${status}: ${body.slice(0, 300)}`);
  }

  /** Once no request is under way: what is stored is what was acknowledged, once. */
  async compareWithDatabase(): Promise<void> {
    const { database, ledger } = this.#site;
    const stored = await database.query<{ mark: string; id: string; value: string }>(
      `select question as mark, id, answer as value from faqs
       union all select title, id, body from news_posts
       union all select message, id, 'new' from contact_messages`,
    );
    for (const row of this.#rows.splice(0)) {
      const found = stored.filter(({ mark }) => mark === row.mark);
      const [first] = found;
      const value = first?.value ?? null;
      const wanted = JSON.stringify([...row.possible]);
      const where = `${row.table} "${row.mark}"`;
      if (found.length > 1) ledger.count('doubled', `${where} is there ${found.length} times`);
      if (!row.possible.has(value)) ledger.count('lost', `${where} is ${value} and not one of ${wanted}`);
      if (first) this.#rows.push({ ...row, id: first.id, possible: new Set([value]), isSettled: true });
    }
  }
}

function creationOf(table: Table, mark: string): [path: string, body: object] {
  if (table === 'faqs') return ['/api/admin/faqs', { question: mark, answer: 'new', order: 1 }];
  if (table === 'news') return ['/api/admin/news', { title: mark, author: 'Desk', body: 'new' }];
  const sender = { name: 'Anu', phone: '9876543210', email: 'anu@example.org' };
  return ['/api/contact', { ...sender, message: mark, consent: true }];
}
