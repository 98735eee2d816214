/** A visitor without a live stream: asks one node for everything that shows results, again and again. */
import type { Draw } from '../../../src/contract/draws.ts';
import { readDrawsCsv } from '../../../src/core/csv.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import { ask } from './ask.ts';
import type { TorturedNode } from './node.ts';
import { noteSighting } from './sightings.ts';
import type { TorturedSite } from './site.ts';

type Sighted = { date: string; slot: Slot };

/** Everything public that shows results, and how to find those in it. */
const SOURCES: { path: string; drawsIn(body: string): Sighted[] }[] = [
  {
    path: '/api/today',
    drawsIn: (body) => (JSON.parse(body).slots as { draw: Draw | null }[]).flatMap(({ draw }) => draw ?? []),
  },
  { path: '/api/draws?limit=10', drawsIn: (body) => JSON.parse(body).items },
  { path: '/api/draws.csv', drawsIn: readCsv },
  { path: '/', drawsIn: readPage },
  { path: '/ml', drawsIn: readPage },
];

const PAUSE = 100;

export class Reader {
  readonly #site: TorturedSite;
  readonly #node: TorturedNode;
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();
  sightings = 0;

  constructor(site: TorturedSite, node: TorturedNode) {
    this.#site = site;
    this.#node = node;
  }

  open(): void {
    this.#ended = this.#readOn();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#ended;
  }

  async #readOn(): Promise<void> {
    const { ledger } = this.#site;
    for (let turn = 0; !this.#isClosed; turn += 1) {
      const source = SOURCES[turn % SOURCES.length];
      if (!source) throw new Error('there are sources');
      const answer = await ask(ledger, this.#node, source.path);
      if (answer?.status === 200) {
        for (const draw of source.drawsIn(answer.body)) {
          this.sightings += 1;
          noteSighting(this.#site, draw, `${source.path} on ${this.#node.name}`);
        }
      } else if (answer && answer.status < 500)
        ledger.violate(`GET ${source.path} on ${this.#node.name} was answered with ${answer.status}`);
      await Bun.sleep(PAUSE);
    }
  }
}

function readCsv(body: string): Sighted[] {
  const reading = readDrawsCsv(body);
  if (!reading.ok) throw new Error(`not our CSV: ${body.slice(0, 200)}`);
  return reading.draws;
}

/** The cards of the home page that show a result. */
function readPage(body: string): Sighted[] {
  const cards = [...body.matchAll(/aria-labelledby="draw-([^"]+)" data-face="published"/g)];
  return cards.flatMap(([, drawNo = '']) => parseDrawNumber(drawNo));
}

/** The date and slot of `SC151120263`; nothing for a number that staff chose. */
function parseDrawNumber(text: string): Sighted[] {
  const [, day, month, year, place] = /^[A-Z]+(\d{2})(\d{2})(\d{4})(\d)$/.exec(text) ?? [];
  const slot = SLOTS[Number(place) - 1];
  return slot ? [{ date: `${year}-${month}-${day}`, slot }] : [];
}
