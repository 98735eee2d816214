/** Compares the published draws of the public API with those of the log. */
import { type Draw, drawPageSchema } from '../../contract/draws.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { type Difference, differencesBetween } from '../../core/public-log/published-draw.ts';
import type { PublicDraw } from '../../core/public-log/replay-state.ts';
import { type LogClient, ReadFailed } from './log-client.ts';

const PATH = '/api/draws';
const PAGE_SIZE = 500;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Rejects with `ReadFailed` if the list cannot be read, or has more than `maxDraws`. */
export async function readPublishedDraws(client: LogClient, maxDraws: number): Promise<Draw[]> {
  const draws: Draw[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await readPage(client, cursor);
    draws.push(...page.items);
    if (draws.length > maxDraws) throw new ReadFailed(PATH, `lists more than ${maxDraws} results`);
    if (page.items.length === 0 && page.nextCursor !== null) throw new ReadFailed(PATH, 'does not end');
    cursor = page.nextCursor;
  }
  return draws;
}

async function readPage(client: LogClient, cursor: string) {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) });
  const text = await client.readText(`${PATH}?${query}`, MAX_PAGE_BYTES);
  const page = drawPageSchema.safeParse(parseJson(text));
  if (!page.success) throw new ReadFailed(PATH, 'is not a list of results');
  return page.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every difference in a sentence. */
export function differencesOfLists(listed: readonly Draw[], logged: readonly PublicDraw[]): string[] {
  const loggedById = new Map(logged.map((draw) => [draw.id, draw]));
  const listedIds = new Set<string>();
  const differences = listed.flatMap((draw) => {
    if (listedIds.has(draw.id)) return [`${draw.drawNo} is published twice with the id ${draw.id}.`];
    listedIds.add(draw.id);
    const entry = loggedById.get(draw.id);
    return entry
      ? compareDraw(draw, entry)
      : [`${draw.drawNo} is published, but it is not public in the log.`];
  });
  const missing = logged.filter(({ id }) => !listedIds.has(id));
  return [
    ...differences,
    ...missing.map(({ result }) => `${result.drawNo} is public in the log, but it is not published.`),
  ];
}

function compareDraw(draw: Draw, logged: PublicDraw): string[] {
  const published = { ...draw, digits: digitsTextOf(draw), corrections: draw.corrections ?? [] };
  return differencesBetween(published, logged).map((difference) =>
    describe(logged.result.drawNo, difference),
  );
}

const describe = (drawNo: string, { field, published, logged }: Difference): string =>
  field === 'corrections'
    ? `${drawNo} is published with other corrections than the log has.`
    : `${drawNo} is published with the ${field} ${published}, but the log has ${logged}.`;
