/** A browser that checks draws of a copy, and which draws a manipulation concerns. */
import { Database as Sqlite } from 'bun:sqlite';
import { type Draw, drawPageSchema } from '../../src/contract/draws.ts';
import { drawProofSchema } from '../../src/contract/public-log.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { checkDraw, type DrawReport, STEPS } from '../../src/core/public-log/draw-check.ts';
import type { ProofOfDraw, RememberedRecord } from '../../src/core/public-log/draw-check-input.ts';
import { sizeOf } from '../../src/core/public-log/draw-check-memory.ts';
import type { LogEntry } from '../../src/core/public-log/entries.ts';
import { rememberingCrypto } from '../support/remembering-crypto.ts';
import { signer } from './tampering-life.ts';
import type { Routes } from './tampering-site.ts';

export interface Browser {
  /** The published draws, in the order of the API. */
  draws: Draw[];
  /** Null if the site does not return what a check needs. */
  check(draw: Draw, remembered: RememberedRecord | null): Promise<DrawReport | null>;
  /** The line of the key. */
  readKey(): Promise<string>;
}

const CHAINS = new Map([[signer.chain.id, signer.chain]]);

export async function openBrowser({ respond }: Routes): Promise<Browser> {
  const read = (path: string) => respond(new Request(`http://results.example.org${path}`));

  /** Asks without a size if the log is shorter than that. */
  async function readProof(drawNo: string, from: number | null): Promise<ProofOfDraw | null> {
    const path = `/api/proof/${drawNo}`;
    const asked = await read(from === null ? path : `${path}?from=${from}`);
    const response = asked.status === 422 ? await read(path) : asked;
    return response.ok ? drawProofSchema.parse(await response.json()) : null;
  }

  const readKey = async (): Promise<string> => (await read('/log/key')).text();
  const page = drawPageSchema.parse(await (await read('/api/draws?limit=500')).json());
  return {
    draws: page.items,
    async check(draw, remembered) {
      const proof = await readProof(draw.drawNo, sizeOf(remembered));
      if (!proof) return null;
      const digits = [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5].join('');
      const shown = { ...draw, digits, corrections: draw.corrections ?? [] };
      return checkDraw(
        { draw: shown, proof, key: await readKey(), remembered, chains: CHAINS },
        rememberingCrypto,
      );
    },
    readKey,
  };
}

/** The steps that failed with their findings; what cannot be read is no success either. */
export const failuresIn = (report: DrawReport | null): string[] =>
  report
    ? STEPS.filter((step) => report[step].outcome === 'failed').map(
        (step) => `${step}: ${report[step].finding}`,
      )
    : ['not readable'];

interface Stored {
  draws: Map<string, string>;
  /** The rows of the log in order. */
  rows: string[];
}

function readStored(file: string): Stored {
  const sqlite = new Sqlite(file, { readonly: true });
  const draws = sqlite.query<{ id: string }, []>('select * from draws').all();
  const rows = sqlite
    .query<{ text: string; hash: string }, []>('select text, hash from log_entries order by log, position')
    .all();
  sqlite.close();
  return {
    draws: new Map(draws.map((draw) => [draw.id, JSON.stringify(draw)])),
    rows: rows.map(({ text, hash }) => `${hash} ${text}`),
  };
}

/** What is in one list more often than in the other. */
function surplus(rows: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}

/** The entries that were changed, added, removed or moved. */
function changedEntries(before: readonly string[], after: readonly string[]): LogEntry[] {
  const changed = [...surplus(before, after), ...surplus(after, before)];
  const moved = changed.length > 0 ? [] : before.filter((row, index) => row !== after[index]);
  return [...changed, ...moved].map((row) => JSON.parse(row.slice(row.indexOf(' ') + 1)));
}

function isNamed({ id, drawNo, date, slot }: Draw, entry: LogEntry): boolean {
  if ('id' in entry && entry.id === id) return true;
  if (entry.kind === 'nobeacon') return entry.date === date;
  return 'drawNo' in entry && [drawNo, drawNumberFor(date, slot)].includes(entry.drawNo);
}

/** By the file. Nobody writes to an original. */
const originals = new Map<string, Stored>();

function readOriginal(file: string): Stored {
  const stored = originals.get(file) ?? readStored(file);
  originals.set(file, stored);
  return stored;
}

/** The published draws whose rows differ, or that a changed entry names. */
export function findConcerned(draws: readonly Draw[], original: string, copy: string): Draw[] {
  const [before, after] = [readOriginal(original), readStored(copy)];
  const entries = changedEntries(before.rows, after.rows);
  return draws.filter(
    (draw) =>
      before.draws.get(draw.id) !== after.draws.get(draw.id) || entries.some((entry) => isNamed(draw, entry)),
  );
}
