/** Staff who write as fast as they can, and remember what the server has promised them. */
import type { DrawPatch } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';

/** Null: there is no such draw. */
export type DrawState = { digits: string; published: boolean } | null;

export interface Remembered {
  drawNo: string;
  /** What the server last answered for. */
  acknowledged: DrawState;
  /** What was asked for without an answer: it may have happened or not, but nothing in between. */
  unanswered?: DrawState;
}

export interface Writer {
  memory: Map<string, Remembered>;
  acknowledgements: number;
  /** Writes until the server no longer answers. */
  write(url: string, cookie: string): Promise<void>;
}

/** Each has dates of its own, in a future that automation leaves alone. */
export function createWriter(place: number): Writer {
  const ids = new Map<string, string>();
  let days = 0;
  const writer: Writer = { memory: new Map(), acknowledgements: 0, write };

  async function write(url: string, cookie: string): Promise<void> {
    const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
    const call = (method: string, path: string, body?: object) =>
      fetch(`${url}/api/admin/draws${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    try {
      for (;;) await doSomething(call);
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
    }
  }

  type Ask = (method: string, path: string, body?: object) => Promise<Response>;

  async function doSomething(ask: Ask): Promise<void> {
    const known = [...ids.keys()];
    const drawNo = known[Math.floor(Math.random() * known.length)];
    const choice = Math.random();
    if (drawNo === undefined || choice < 0.4) return create(ask);
    const id = ids.get(drawNo);
    const before = writer.memory.get(drawNo)?.acknowledged;
    if (!before) return create(ask);
    if (choice < 0.7) {
      const digits = randomDigits();
      return attempt(drawNo, { ...before, digits }, () => ask('PATCH', `/${id}`, digitFields(digits)));
    }
    if (choice < 0.9) {
      const verb = before.published ? 'unpublish' : 'publish';
      return attempt(drawNo, { ...before, published: !before.published }, () =>
        ask('POST', `/${id}/${verb}`),
      );
    }
    ids.delete(drawNo);
    return attempt(drawNo, null, () => ask('DELETE', `/${id}`));
  }

  async function create(ask: Ask): Promise<void> {
    days += 1;
    const date = addDays(`${3000 + place * 100}-01-01`, days);
    const drawNo = drawNumberFor(date, '10:00');
    const digits = randomDigits();
    const published = Math.random() < 0.5;
    writer.memory.set(drawNo, { drawNo, acknowledged: null });
    await attempt(drawNo, { digits, published }, async () => {
      const draw = { date, slot: '10:00', drawNo, published, ...digitFields(digits) };
      const answer = await ask('POST', '', draw);
      if (answer.ok) ids.set(drawNo, (await answer.clone().json()).id);
      return answer;
    });
  }

  async function attempt(drawNo: string, wanted: DrawState, ask: () => Promise<Response>): Promise<void> {
    const entry = writer.memory.get(drawNo);
    if (!entry) throw new Error('nothing is known of this draw');
    entry.unanswered = wanted;
    const answer = await ask();
    if (!answer.ok) throw new UnexpectedAnswer(`${answer.status}: ${await answer.text()}`);
    entry.acknowledged = wanted;
    delete entry.unanswered;
    writer.acknowledgements += 1;
  }

  return writer;
}

/** The server is alive and says no: that is a fault of its own. */
class UnexpectedAnswer extends Error {}

const randomDigits = (): string =>
  Math.floor(Math.random() * 100_000)
    .toString()
    .padStart(5, '0');

function digitFields(digits: string): DrawPatch {
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
}
