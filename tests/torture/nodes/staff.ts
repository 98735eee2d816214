/** Clients that write through any node, repeat requests without a response, and record what was acknowledged. */
import type { Random } from '../random.ts';
import { ADMIN, type TorturedNode } from './node.ts';
import { type NodeResponse, request } from './request.ts';
import type { TorturedSite } from './site.ts';

type Table = 'faqs' | 'news' | 'contacts';

interface KnownRow {
  table: Table;
  /** A unique text. */
  mark: string;
  id: string | null;
  /** The values that may be stored; null: no such row. One value once every request was acknowledged. */
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
  readonly #rows: KnownRow[] = [];
  #cookie: Promise<string | null> | null = null;
  #marks = 0;
  acknowledged = 0;

  constructor(site: TorturedSite, random: Random) {
    this.#site = site;
    this.#random = random;
  }

  /** Writes until `isOver` returns true. */
  async writeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#writeOnce();
      await Bun.sleep(PAUSE_BETWEEN_WRITES);
    }
  }

  /** Sends a request through one node after the other until one responds; returns null if none does. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const node = this.#random.pick(this.#site.nodes);
      const response = await this.#sendTo(node, method, path, body, headers);
      if (response && response.status !== 503) return { ...response, isFirst: attempt === 0 };
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
  ): Promise<NodeResponse | null> {
    const { tally } = this.#site;
    const isOfStaff = path.startsWith('/api/admin');
    if (isOfStaff) this.#cookie ??= this.#signIn(node);
    const cookie = isOfStaff ? { Cookie: (await this.#cookie) ?? '' } : {};
    if (cookie.Cookie === '') {
      this.#cookie = null;
      return null;
    }
    const response = await request(tally, node, path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: node.url, ...cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response?.status !== 401) return response;
    // Sessions expire, because days pass within minutes.
    this.#cookie = null;
    return null;
  }

  /** Returns null if the node does not respond or returns 503. */
  async #signIn(node: TorturedNode): Promise<string | null> {
    const response = await request(this.#site.tally, node, '/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: node.url },
      body: JSON.stringify(ADMIN),
    });
    if (response && response.status !== 200 && response.status !== 503)
      this.#refused('POST', 'sign-in', response);
    if (response?.status !== 200) return null;
    const cookies = response.headers.getSetCookie();
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
    const row: KnownRow = { table, mark, id: null, possible: new Set([null, 'new']), isSettled: false };
    this.#rows.push(row);
    const headers = {
      'Idempotency-Key': mark,
      'X-Forwarded-For': `10.${(this.#marks >> 16) & 255}.${(this.#marks >> 8) & 255}.${this.#marks & 255}`,
    };
    const send = () => this.send('POST', path, body, headers);
    // Some requests are sent twice at the same time.
    const [response] = await Promise.all([send(), ...(this.#random.chance(SENT_TWICE) ? [send()] : [])]);
    if (!response) return;
    if (response.status !== 201) return this.#refused('POST', path, response);
    row.id = JSON.parse(response.body).id;
    row.possible = new Set(['new']);
    row.isSettled = true;
    this.acknowledged += 1;
  }

  async #edit(row: KnownRow): Promise<void> {
    this.#marks += 1;
    const value = `edit ${this.#marks}`;
    const path = `/api/admin/${row.table}/${row.id}`;
    row.possible.add(value);
    const response = await this.send(
      'PATCH',
      path,
      row.table === 'faqs' ? { answer: value } : { body: value },
    );
    if (response?.status === 200) this.#acknowledge(row, value, response.isFirst);
    else if (response && !(response.status === 404 && row.possible.has(null)))
      this.#refused('PATCH', path, response);
    else row.isSettled = false;
  }

  async #delete(row: KnownRow): Promise<void> {
    const path = `/api/admin/${row.table}/${row.id}`;
    row.possible.add(null);
    const response = await this.send('DELETE', path);
    const isGone = response && (response.status === 204 || (response.status === 404 && !response.isFirst));
    if (isGone) {
      this.#acknowledge(row, null, true);
      row.id = null;
    } else if (response && !(response.status === 404 && !row.isSettled))
      this.#refused('DELETE', path, response);
    else row.isSettled = false;
  }

  /** An earlier request without a response may still be executed after this one. */
  #acknowledge(row: KnownRow, value: string | null, isOnlyRequest: boolean): void {
    this.acknowledged += 1;
    if (row.isSettled && isOnlyRequest) row.possible = new Set([value]);
    else row.isSettled = false;
  }

  #refused(method: string, path: string, { status, body }: NodeResponse): void {
    this.#site.tally.violate(`${method} ${path} was refused with ${status}: ${body.slice(0, 300)}`);
  }

  /** Compares what is stored with what was acknowledged, when no request is running. */
  async compareWithDatabase(): Promise<void> {
    const { database, tally } = this.#site;
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
      if (found.length > 1) tally.count('doubled', `${where} is stored ${found.length} times`);
      if (!row.possible.has(value)) tally.count('lost', `${where} is ${value} and not one of ${wanted}`);
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
