/** A visitor's page on one node: follows the live stream, resumes it, and updates its lists. */
import { isDeepStrictEqual } from 'node:util';
import type { Draw } from '../../../src/contract/draws.ts';
import type { PublicChange } from '../../../src/contract/live.ts';
import { SECOND } from '../../../src/core/ist-time.ts';
import { follow, type LiveClient, type LiveEvent, listenBySocket } from '../../support/live-client.ts';
import { applyToSite, placeOf, type SiteState } from '../../support/site-state.ts';
import type { TorturedNode } from './node.ts';
import { checkStatus, request } from './request.ts';
import { checkSeenDraw } from './seen-draws.ts';
import type { TorturedSite } from './site.ts';

/** The number of newest results to compare. */
const DRAWS_COMPARED = 10;
const RECONNECT_AFTER = 200;
const OPENED_WITHIN = 10 * SECOND;
const CAUGHT_UP_WITHIN = 10 * SECOND;

export class Visitor {
  readonly node: TorturedNode;
  /** When each result arrived, by draw number. */
  readonly arrivals = new Map<string, number>();
  reconnections = -1;
  readonly #site: TorturedSite;
  readonly #name: string;
  #state: SiteState | null = null;
  #cursor = '';
  readonly #lastPlace = { draws: 0, others: 0 };
  #client: LiveClient | null = null;
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(site: TorturedSite, node: TorturedNode, name: string) {
    this.#site = site;
    this.node = node;
    this.#name = `the stream of ${name} on ${node.name}`;
  }

  async open(): Promise<void> {
    const loaded = await this.#load();
    if (!loaded) throw new Error(`${this.#name} could not be opened`);
    ({ state: this.#state, cursor: this.#cursor } = loaded);
    this.#ended = this.#keepConnected();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#client?.close();
    await this.#ended;
  }

  /** Reads the cursor first: changes during the other requests are then sent again. */
  async #load(): Promise<{ state: SiteState; cursor: string } | null> {
    const { tally } = this.#site;
    const get = async (path: string) => {
      const response = await request(tally, this.node, path);
      return response?.status === 200 ? JSON.parse(response.body) : null;
    };
    const today = await get('/api/today');
    const draws = await get(`/api/draws?limit=${DRAWS_COMPARED}`);
    const news = await get('/api/news?limit=500');
    const faqs = await get('/api/faqs');
    if (!today || !draws || !news || !faqs) return null;
    return {
      cursor: today.cursor,
      state: { draws: draws.items, news_posts: news.items, faqs: faqs.items },
    };
  }

  async #keepConnected(): Promise<void> {
    while (!this.#isClosed) {
      this.reconnections += 1;
      await this.#connectOnce();
      if (!this.#isClosed) await Bun.sleep(RECONNECT_AFTER);
    }
  }

  async #connectOnce(): Promise<void> {
    const sentAt = performance.now();
    const opening = new AbortController();
    const timeout = setTimeout(() => opening.abort(), OPENED_WITHIN);
    try {
      const opened = await this.#open(opening.signal);
      clearTimeout(timeout);
      if (opened instanceof Response) {
        const { node } = this;
        const problem = await opened.text();
        checkStatus(this.#site.tally, { node, name: this.#name, sentAt, status: opened.status, problem });
        return;
      }
      this.#client = opened;
      if (this.#isClosed) this.#client.close();
      await this.#client.ended;
      if (!this.#isClosed && this.node.isHealthySince(sentAt))
        this.#site.tally.violate(`${this.#name} was ended by a healthy node`);
    } catch (error) {
      if (this.node.isHealthySince(sentAt))
        this.#site.tally.violate(`${this.#name} could not be opened on a healthy node: ${error}`);
    } finally {
      clearTimeout(timeout);
    }
  }

  /** By turns in both ways: a cursor of one is valid for the other. Returns the response if it is a refusal. */
  async #open(signal: AbortSignal): Promise<LiveClient | Response> {
    const url = `${this.node.url}/api/live?after=${encodeURIComponent(this.#cursor)}`;
    const onEvent = (event: LiveEvent) => this.#take(event);
    if (this.reconnections % 2 === 1) {
      const client = await listenBySocket(url, { onEvent });
      return client.response.status === 101 ? client : client.response;
    }
    const response = await fetch(url, { signal });
    return response.ok ? follow(response, onEvent) : response;
  }

  #take({ event, id, data, at }: LiveEvent): void {
    const { tally } = this.#site;
    if (event === 'reset') tally.violate(`${this.#name} had to refetch at ${id}`);
    if (id !== null) this.#cursor = id;
    if (event !== 'change' || id === null) return;
    const change = data as PublicChange;
    const kind = change.table === 'draws' ? 'draws' : 'others';
    const place = placeOf(id);
    if (place <= this.#lastPlace[kind])
      tally.count(
        'doubled',
        `${this.#name} got ${id} after ${this.#lastPlace[kind]}: ${JSON.stringify(change)}`,
      );
    this.#lastPlace[kind] = place;
    if (change.table === 'settings') return;
    if (change.table === 'draws' && change.type !== 'DELETE') this.#noteDraw(change.row as Draw, at);
    if (this.#state) this.#state = applyToSite(this.#state, change);
  }

  #noteDraw(draw: Draw, at: number): void {
    checkSeenDraw(this.#site, draw, this.#name, at);
    if (!this.arrivals.has(draw.drawNo)) this.arrivals.set(draw.drawNo, at);
  }

  /** Compares the lists with what the node returns now, when nothing changes any more. */
  async compareWithNode(): Promise<void> {
    const deadline = performance.now() + CAUGHT_UP_WITHIN;
    let differences = await this.#findDifferences();
    while (differences.length > 0 && performance.now() < deadline) {
      await Bun.sleep(50);
      differences = await this.#findDifferences();
    }
    for (const difference of differences) this.#site.tally.count('lost', `${this.#name}: ${difference}`);
  }

  async #findDifferences(): Promise<string[]> {
    const loaded = await this.#load();
    if (!loaded || !this.#state) return ['its node does not show its lists'];
    const here = { ...this.#state, draws: this.#state.draws.slice(0, DRAWS_COMPARED) };
    return (['draws', 'news_posts', 'faqs'] as const).flatMap((table) =>
      isDeepStrictEqual(here[table], loaded.state[table])
        ? []
        : [
            `${table} are ${JSON.stringify(here[table])}, the node shows ${JSON.stringify(loaded.state[table])}`,
          ],
    );
  }
}
