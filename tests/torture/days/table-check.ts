/** Compares the tables of a simulated site with the model, and with the views that its feed produces. */
import type { AdminDraw, Draw } from '../../../src/contract/draws.ts';
import { compareDraws } from '../../../src/core/draw-order.ts';
import { toAdminDraw } from '../../../src/server/storage/draws/draw-rows.ts';
import { listPublishedDraws } from '../../../src/server/storage/public-reads.ts';
import type { Reader, Row } from '../../../src/server/storage/schema.ts';
import { sealOf } from './log-hashes.ts';
import type { ModelDay, ModelDraw, ModelResult, ModelSeed, SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

const RESULTS_COMPARED = 100;

/** What the feed rows so far lead to. */
export interface FeedState {
  feedHead: number;
  publicHead: number;
  staffView: readonly AdminDraw[];
  publicView: readonly Draw[];
}

export async function compareChangedDraws(
  db: Reader,
  model: SiteModel,
  tally: DaysTally,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('draws').selectAll().where('id', 'in', ids).execute();
  compareRows(rows, model, tally, ids);
}

function compareRows(
  rows: readonly Row<'draws'>[],
  model: SiteModel,
  tally: DaysTally,
  ids: Iterable<string>,
): void {
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = found.get(id);
    const stored = JSON.stringify(sorted(row ? fromRow(row) : null));
    const expected = JSON.stringify(sorted(model.draws.get(id) ?? null));
    if (stored !== expected) tally.violate(`The draw ${id} is ${stored}; it should be ${expected}.`, 'lost');
  }
}

export async function compareTables(
  db: Reader,
  model: SiteModel,
  tally: DaysTally,
  feed: FeedState,
): Promise<void> {
  const rows = await db.selectFrom('draws').selectAll().execute();
  compareRows(rows, model, tally, new Set([...rows.map(({ id }) => id), ...model.draws.keys()]));
  const places = new Set(rows.map(({ date, slot }) => `${date} ${slot}`));
  if (places.size !== rows.length) tally.violate('Two draws have the same date and slot.', 'doubled');
  compareViews(tally, 'staff', feed.staffView, rows.map(toAdminDraw).sort(compareDraws));
  const { items } = await listPublishedDraws(db, { limit: RESULTS_COMPARED });
  compareViews(tally, 'the public', feed.publicView.slice(0, RESULTS_COMPARED), items);
  const published = model.list().filter((draw) => draw.published);
  if (feed.publicView.length !== published.length)
    tally.violate(`The public sees ${feed.publicView.length} results of ${published.length}.`);
  await compareHeads(db, tally, feed);
  await compareSeeds(db, model, tally);
  await compareCounts(db, model, tally);
}

function compareViews(
  tally: DaysTally,
  reader: string,
  fromFeed: readonly unknown[],
  stored: readonly unknown[],
): void {
  if (!Bun.deepEquals(fromFeed, stored))
    tally.violate(`The feed for ${reader} leads to something else than the tables contain.`);
}

async function compareHeads(
  db: Reader,
  tally: DaysTally,
  { feedHead, publicHead }: FeedState,
): Promise<void> {
  const state = await db.selectFrom('feed_state').selectAll().executeTakeFirstOrThrow();
  if (state.head !== feedHead || state.public_head !== publicHead)
    tally.violate(
      `The counters of the feed are ${state.head}/${state.public_head}, its rows end at ${feedHead}/${publicHead}.`,
    );
}

async function compareSeeds(db: Reader, model: SiteModel, tally: DaysTally): Promise<void> {
  const days = await db.selectFrom('seed_days').selectAll().orderBy('date').execute();
  const seeds = await db.selectFrom('seeds').selectAll().orderBy('draw_no').execute();
  const stored = [...days.map(dayFromRow), ...seeds.map(seedFromRow)].map((one) => JSON.stringify(one));
  const expected = [
    ...[...model.days.values()].sort((one, other) => (one.date < other.date ? -1 : 1)),
    ...[...model.seeds.values()].sort((one, other) => (one.drawNo < other.drawNo ? -1 : 1)),
  ].map((one) => JSON.stringify(one));
  for (const text of new Set([...stored, ...expected])) {
    if (!expected.includes(text)) tally.violate(`There is ${text}, which was not expected.`);
    if (!stored.includes(text)) tally.violate(`${text} was expected, and is not there.`, 'lost');
  }
}

const dayFromRow = (row: Row<'seed_days'>): ModelDay => ({
  date: row.date,
  draftsFrom: row.drafts_from,
  chain: row.chain,
  round: row.round,
  beacon: row.beacon,
  signature: row.signature,
  preparedAt: row.prepared_at,
});

const seedFromRow = (row: Row<'seeds'>): ModelSeed => ({
  drawNo: row.draw_no,
  date: row.date,
  slot: row.slot,
  seed: row.seed,
  openedAt: row.opened_at,
});

async function compareCounts(db: Reader, model: SiteModel, tally: DaysTally): Promise<void> {
  const [contacts, articles] = [await countRows(db, 'contact_messages'), await countRows(db, 'news_posts')];
  if (contacts !== model.contacts.size || articles !== model.articles.size)
    tally.violate(
      `There are ${contacts} messages and ${articles} articles instead of ${model.contacts.size} and ${model.articles.size}.`,
      'lost',
    );
}

async function countRows(db: Reader, table: 'contact_messages' | 'news_posts'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count);
}

function fromRow(row: Row<'draws'>): ModelDraw {
  const result: ModelResult = {
    drawNo: row.draw_no,
    date: row.date,
    slot: row.slot,
    digits: [row.digit_1, row.digit_2, row.digit_3, row.digit_4, row.digit_5].join(''),
  };
  return {
    ...result,
    id: row.id,
    published: row.published === 1,
    onHold: row.on_hold === 1,
    provenance: row.provenance,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    shown: shownFrom(row),
    corrections: JSON.parse(row.corrections),
    pendingReason: row.pending_reason,
    seal: row.salt === null ? null : sealOf(result, row.salt),
  };
}

function shownFrom(row: Row<'draws'>): ModelDraw['shown'] {
  const { public_draw_no, public_date, public_slot, public_digits, public_provenance } = row;
  if (public_draw_no === null) return null;
  return {
    drawNo: public_draw_no,
    date: public_date ?? '',
    slot: public_slot ?? '',
    digits: public_digits ?? '',
    provenance: public_provenance ?? '',
  };
}

const sorted = (draw: ModelDraw | null) =>
  draw && Object.entries(draw).sort(([one], [other]) => (one < other ? -1 : 1));
