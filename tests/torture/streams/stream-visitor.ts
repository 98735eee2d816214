/** A visitor's page over a plain socket: it can be cut, half-closed or stop reading, and resumes from any cursor. */
import type { Socket } from 'bun';
import type { Draw } from '../../../src/contract/draws.ts';
import type { PublicChange } from '../../../src/contract/live.ts';
import { SECOND } from '../../../src/core/ist-time.ts';
import { type LiveEvent, parseMessage } from '../../support/live-client.ts';
import { applyToSite, placeOf, type SiteState } from '../../support/site-state.ts';
import { ChunkedBody } from './chunked-body.ts';
import type { StreamSite } from './stream-site.ts';

const CONNECTED_WITHIN = 15 * SECOND;
const CLOSED_WITHIN = 3 * SECOND;

/** The lists of a page and its position in the feed. */
export interface Snapshot {
  state: SiteState;
  cursor: string;
  lastPlace: { draws: number; others: number };
}

export class StreamVisitor {
  readonly #site: StreamSite;
  readonly #name: string;
  readonly #address: string;
  #url: string;
  #socket: Socket<undefined> | null = null;
  #snapshot: Snapshot | null = null;
  /** Changes that arrived while the lists were fetched. */
  #waiting: { id: string; change: PublicChange }[] = [];
  #text = '';
  #connectedAt = 0;
  #refetching: Promise<void> | null = null;
  resets = 0;

  constructor(site: StreamSite, index: number) {
    this.#site = site;
    this.#name = `visitor ${index}`;
    this.#address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    [this.#url] = site.urls;
  }

  snapshot(): Snapshot | null {
    return this.#snapshot && structuredClone(this.#snapshot);
  }

  /** What the page shows, as JSON; null while it fetches the lists. */
  shown(): string | null {
    return this.#snapshot && !this.#refetching ? JSON.stringify(this.#snapshot.state) : null;
  }

  /** Connects without a cursor and fetches the lists. */
  async begin(url: string): Promise<void> {
    this.#snapshot = null;
    await this.#connect(url, null);
  }

  /** Resumes from the current state, or from an earlier one. */
  async resume(url: string, snapshot: Snapshot | null = this.#snapshot): Promise<void> {
    // Changes that arrived before the lists are lost with the connection.
    if (!snapshot || this.#refetching) return this.begin(url);
    this.#snapshot = snapshot;
    await this.#connect(url, snapshot.cursor);
  }

  /** Connects with a cursor that the server does not know; it must send a reset. */
  async connectWithUnknownCursor(url: string, cursor: string): Promise<void> {
    const before = this.resets;
    await this.#connect(url, cursor);
    const deadline = performance.now() + CONNECTED_WITHIN;
    while (this.resets === before && performance.now() < deadline) await Bun.sleep(10);
    if (this.resets === before)
      this.#site.tally.violate(`${this.#name} connected with ${cursor} and got no reset`);
  }

  cut(): void {
    this.#drop()?.terminate();
  }

  /** Ends its side of the connection; the server then ends the stream. */
  async halfClose(): Promise<void> {
    const socket = this.#drop();
    socket?.shutdown(true);
    const deadline = performance.now() + CLOSED_WITHIN;
    while (socket && socket.readyState > 0 && performance.now() < deadline) await Bun.sleep(10);
    socket?.terminate();
  }

  async stopReading(milliseconds: number): Promise<void> {
    this.#socket?.pause();
    await Bun.sleep(milliseconds);
    this.#socket?.resume();
  }

  /** Ignores what still arrives on the socket. */
  #drop(): Socket<undefined> | null {
    const socket = this.#socket;
    this.#socket = null;
    return socket;
  }

  async #connect(url: string, after: string | null): Promise<void> {
    this.#url = url;
    this.#text = '';
    this.#waiting = [];
    this.#refetching = null;
    this.#connectedAt = performance.now();
    const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
    const body = new ChunkedBody();
    const { hostname, port } = new URL(url);
    const timeout = setTimeout(() => reject(new Error('no hello event')), CONNECTED_WITHIN);
    try {
      this.#socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: (socket) => void socket.write(requestFor(after, this.#address)),
          data: (socket, bytes) => {
            if (this.#socket !== null && this.#socket !== socket) return;
            const text = body.decode(bytes);
            if (body.status !== null && body.status !== 200) reject(new Refusal(body.status, text));
            else this.#readText(text, resolve);
          },
          close: (socket) => {
            reject(new Error('the server closed the stream'));
            if (this.#socket === socket) this.#site.tally.violate(`${this.#name} was cut off by the server`);
          },
          error: (_socket, error) => reject(error),
        },
      });
      await connected;
    } catch (error) {
      this.#reportFailure(error, after);
    } finally {
      clearTimeout(timeout);
    }
  }

  #reportFailure(error: unknown, after: string | null): void {
    const { tally } = this.#site;
    const text = `${this.#name} with cursor ${after} could not connect: ${error}`;
    if (!(error instanceof Refusal)) tally.violate(text);
    else tally.count(error.status === 503 ? 'unavailable' : 'serverErrors', text);
  }

  #readText(text: string, onHello: () => void): void {
    this.#text += text;
    const messages = this.#text.split('\n\n');
    this.#text = messages.pop() ?? '';
    for (const message of messages) {
      const event = parseMessage(message);
      if (event) this.#handleEvent(event, onHello);
    }
  }

  #handleEvent({ event, id, data }: LiveEvent, onHello: () => void): void {
    if (event === 'reset' && id !== null) {
      this.resets += 1;
      this.#refetch(id);
    }
    if (event === 'hello') {
      if (!this.#snapshot && id !== null) this.#refetch(id);
      else if (this.#snapshot && id !== null) this.#snapshot.cursor = id;
      onHello();
    }
    if (event !== 'change' || id === null) return;
    const change = data as PublicChange;
    if (change.table === 'draws' && change.type !== 'DELETE')
      this.#noteDraw(change.row.id, 'the stream', this.#connectedAt);
    if (this.#refetching) this.#waiting.push({ id, change });
    else this.#apply(id, change);
  }

  #noteDraw(id: string, where: string, connectedAt: number): void {
    const { tally, hidden } = this.#site;
    if (!hidden.mayBeSeen(id, connectedAt))
      tally.count('leaked', `${this.#name} saw the hidden draw ${id} in ${where}`);
  }

  #apply(id: string, change: PublicChange): void {
    if (!this.#snapshot) return;
    const { lastPlace } = this.#snapshot;
    const kind = change.table === 'draws' ? 'draws' : 'others';
    const place = placeOf(id);
    if (place <= lastPlace[kind])
      this.#site.tally.count(
        'doubled',
        `${this.#name} got ${id} after ${lastPlace[kind]}: ${JSON.stringify(change)}`,
      );
    lastPlace[kind] = place;
    this.#snapshot.cursor = id;
    this.#snapshot.state = applyToSite(this.#snapshot.state, change);
  }

  #refetch(cursor: string): void {
    const socket = this.#socket;
    const refetching = this.#fetchLists().then(
      (state) => {
        if (this.#refetching !== refetching) return;
        const place = placeOf(cursor);
        this.#snapshot = { state, cursor, lastPlace: { draws: place, others: place } };
        this.#refetching = null;
        for (const { id, change } of this.#waiting.splice(0)) this.#apply(id, change);
      },
      (error) => {
        if (this.#refetching === refetching && this.#socket === socket)
          this.#site.tally.violate(`${this.#name} could not fetch the lists: ${error}`);
      },
    );
    this.#refetching = refetching;
  }

  async #fetchLists(): Promise<SiteState> {
    const sentAt = performance.now();
    const state = await fetchState(this.#url);
    for (const { id } of state.draws) this.#noteDraw(id, 'a list', sentAt);
    return state;
  }
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, problem: string) {
    super(`${status} ${problem.slice(0, 300)}`);
    this.status = status;
  }
}

const requestFor = (after: string | null, address: string): string =>
  [
    `GET /api/live HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    ...(after === null ? [] : [`Last-Event-ID: ${after}`]),
    '\r\n',
  ].join('\r\n');

/** What a node shows to a new visitor. */
export async function fetchState(url: string): Promise<SiteState> {
  const get = async (path: string) => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()).items;
  };
  const draws: Draw[] = await get('/api/draws?limit=500');
  return { draws, news_posts: await get('/api/news?limit=500'), faqs: await get('/api/faqs') };
}
