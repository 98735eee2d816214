/** Clients that change draws as fast as they can, and record what the server acknowledged. */
import type { DrawPatch } from '../../../src/contract/draws.ts';
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { addDays } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import { type Client, call } from './client.ts';

/** Null: the draw does not exist. */
export type DrawState = { digits: string; published: boolean } | null;

interface KnownDraw {
  drawNo: string;
  /** The last acknowledged state. */
  acknowledged: DrawState;
  /** The state of a request without a response: stored completely or not at all. */
  unanswered?: DrawState;
}

export interface Writer {
  /** How many changes were acknowledged. */
  acknowledgements: number;
  /** Makes one change; throws if it is not acknowledged. */
  write(client: Client): Promise<void>;
}

export interface DrawWriter extends Writer {
  known: Map<string, KnownDraw>;
}

/** Each writer has its own dates, in a future that automation ignores. */
export function createDrawWriter(place: number, random: Random): DrawWriter {
  const ids = new Map<string, string>();
  let days = 0;
  const writer: DrawWriter = { known: new Map(), acknowledgements: 0, write };

  async function write(client: Client): Promise<void> {
    const [first, ...others] = ids.keys();
    const drawNo = first === undefined ? undefined : random.pick([first, ...others]);
    const choice = random.integer(0, 9);
    const before = drawNo === undefined ? null : writer.known.get(drawNo)?.acknowledged;
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
    writer.known.set(drawNo, { drawNo, acknowledged: null });
    await attempt(drawNo, { digits, published }, async () => {
      const body = { date, slot: '10:00', drawNo, published, ...digitFields(digits) };
      const response = await call(client, 'POST', '/api/admin/draws', { body });
      ids.set(drawNo, (await response.json()).id);
    });
  }

  async function attempt(drawNo: string, wanted: DrawState, send: () => Promise<unknown>): Promise<void> {
    const entry = writer.known.get(drawNo);
    if (!entry) throw new Error('nothing is known of this draw');
    entry.unanswered = wanted;
    await send();
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
