/** Staff who change draws as fast as they can, and remember what the server has promised them. */
import type { DrawPatch } from '../../../src/contract/draws.ts';
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { addDays } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import { type Client, call } from './client.ts';

/** Null: there is no such draw. */
export type DrawState = { digits: string; published: boolean } | null;

interface Remembered {
  drawNo: string;
  /** What the server last answered for. */
  acknowledged: DrawState;
  /** What was asked for without an answer: it may have happened or not, but nothing in between. */
  unanswered?: DrawState;
}

export interface Writer {
  /** How many changes the server has acknowledged. */
  acknowledgements: number;
  /** Makes one change; throws where it is not acknowledged. */
  write(client: Client): Promise<void>;
}

export interface DrawWriter extends Writer {
  memory: Map<string, Remembered>;
}

/** Each has dates of its own, in a future that automation leaves alone. */
export function createDrawWriter(place: number, random: Random): DrawWriter {
  const ids = new Map<string, string>();
  let days = 0;
  const writer: DrawWriter = { memory: new Map(), acknowledgements: 0, write };

  async function write(client: Client): Promise<void> {
    const [first, ...others] = ids.keys();
    const drawNo = first === undefined ? undefined : random.pick([first, ...others]);
    const choice = random.integer(0, 9);
    const before = drawNo === undefined ? null : writer.memory.get(drawNo)?.acknowledged;
    if (drawNo === undefined || choice < 4 || !before) return create(client);
    const path = `/api/admin/draws/${ids.get(drawNo)}`;
    if (choice < 7) {
      const digits = randomDigits();
      const body = digitFields(digits);
      return attempt(drawNo, { ...before, digits }, () => call(client, 'PATCH', path, { body }));
    }
    if (choice < 9) {
      const verb = before.published ? 'unpublish' : 'publish';
      const wanted = { ...before, published: !before.published };
      return attempt(drawNo, wanted, () => call(client, 'POST', `${path}/${verb}`));
    }
    ids.delete(drawNo);
    return attempt(drawNo, null, () => call(client, 'DELETE', path));
  }

  async function create(client: Client): Promise<void> {
    days += 1;
    const date = addDays(`${3000 + place * 100}-01-01`, days);
    const drawNo = drawNumberFor(date, '10:00');
    const digits = randomDigits();
    const published = random.chance(0.5);
    writer.memory.set(drawNo, { drawNo, acknowledged: null });
    await attempt(drawNo, { digits, published }, async () => {
      const body = { date, slot: '10:00', drawNo, published, ...digitFields(digits) };
      const answer = await call(client, 'POST', '/api/admin/draws', { body });
      ids.set(drawNo, (await answer.json()).id);
    });
  }

  async function attempt(drawNo: string, wanted: DrawState, ask: () => Promise<unknown>): Promise<void> {
    const entry = writer.memory.get(drawNo);
    if (!entry) throw new Error('nothing is known of this draw');
    entry.unanswered = wanted;
    await ask();
    entry.acknowledged = wanted;
    delete entry.unanswered;
    writer.acknowledgements += 1;
  }

  const randomDigits = (): string => String(random.integer(0, 99_999)).padStart(5, '0');

  return writer;
}

function digitFields(digits: string): DrawPatch {
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
}
