/** A visitor without a live stream, who reads all public results of some nodes repeatedly. */
import type { Draw } from '../../../src/contract/draws.ts';
import { readDrawsCsv } from '../../../src/core/csv.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import type { TorturedNode } from './node.ts';
import { request } from './request.ts';
import { checkSeenDraw } from './seen-draws.ts';
import type { TorturedSite } from './site.ts';

type SeenDraw = { date: string; slot: Slot };

/** All public URLs with results, and how to parse them. */
const SOURCES: { path: string; drawsIn(body: string): SeenDraw[] }[] = [
  {
    path: '/api/today',
    drawsIn: (body) => (JSON.parse(body).slots as { draw: Draw | null }[]).flatMap(({ draw }) => draw ?? []),
  },
  { path: '/api/draws?limit=10', drawsIn: (body) => JSON.parse(body).items },
  { path: '/api/draws.csv', drawsIn: readCsv },
  { path: '/', drawsIn: readPage },
  { path: '/ml', drawsIn: readPage },
];

const PAUSE = 200;

export class Reader {
  readonly #site: TorturedSite;
  readonly #nodes: readonly [TorturedNode, ...TorturedNode[]];
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();
  sightings = 0;

  /** Of several nodes it reads each source in turn. */
  constructor(site: TorturedSite, nodes: readonly [TorturedNode, ...TorturedNode[]]) {
    this.#site = site;
    this.#nodes = nodes;
  }

  open(): void {
    this.#ended = this.#readRepeatedly();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#ended;
  }

  async #readRepeatedly(): Promise<void> {
    const { tally } = this.#site;
    for (let index = 0; !this.#isClosed; index += 1) {
      const source = SOURCES[Math.floor(index / this.#nodes.length) % SOURCES.length];
      if (!source) throw new Error('there must be a source');
      const node = this.#nodes[index % this.#nodes.length] ?? this.#nodes[0];
      const response = await request(tally, node, source.path);
      if (response?.status === 200) {
        for (const draw of source.drawsIn(response.body)) {
          this.sightings += 1;
          checkSeenDraw(this.#site, draw, `${source.path} on ${node.name}`);
        }
      } else if (response && response.status < 500)
        tally.violate(`GET ${source.path} on ${node.name} returned ${response.status}`);
      await Bun.sleep(PAUSE);
    }
  }
}

function readCsv(body: string): SeenDraw[] {
  const reading = readDrawsCsv(body);
  if (!reading.ok) throw new Error(`not our CSV: ${body.slice(0, 200)}`);
  return reading.draws;
}

/** The cards of the home page with a result. */
function readPage(body: string): SeenDraw[] {
  const cards = [...body.matchAll(/aria-labelledby="draw-([^"]+)" data-face="published"/g)];
  return cards.flatMap(([, drawNo = '']) => parseDrawNumber(drawNo));
}

/** Parses `SC151120263`; returns nothing for a number that staff chose. */
function parseDrawNumber(text: string): SeenDraw[] {
  const [, day, month, year, place] = /^[A-Z]+(\d{2})(\d{2})(\d{4})(\d)$/.exec(text) ?? [];
  const slot = SLOTS[Number(place) - 1];
  return slot ? [{ date: `${year}-${month}-${day}`, slot }] : [];
}
