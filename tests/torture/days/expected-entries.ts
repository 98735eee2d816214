/** The entries that a change of a draw adds to the public log. */
import type { DrawTransition } from './expectation.ts';
import { isSameResult, type ModelDraw, resultOf, type SiteModel } from './site-model.ts';

/** Without `v` and `at`; hashes of seals, and salts, are `*`. */
export type ExpectedEntry = { kind: string } & Record<string, unknown>;

export const HIDDEN = '*';

export function entriesOf(model: SiteModel, { before, after }: DrawTransition): ExpectedEntry[] {
  if (!after) return before?.shown ? [withdrawalOf(before, true)] : [];
  const entries: ExpectedEntry[] = [];
  if (before?.published && !after.published) entries.push(withdrawalOf(after, false));
  if (after.seal === '') entries.push(sealedEntryOf(after));
  if (!after.published) return entries;
  const shownBefore = before?.shown ?? null;
  if (shownBefore && !isSameResult(shownBefore, after)) {
    const reason = after.corrections.at(-1)?.reason ?? null;
    const [from, to] = [resultOf(shownBefore), resultOf(after)];
    entries.push({ kind: 'correct', id: after.id, from, to, reason });
  }
  if (!before?.published) {
    const isRepeated = shownBefore !== null && isSameResult(shownBefore, after);
    const opening = isRepeated ? null : openingOf(model, after);
    entries.push({ kind: 'result', id: after.id, ...resultOf(after), provenance: after.provenance, opening });
  }
  return entries;
}

/** Names the draw as the public knows it. */
export const withdrawalOf = ({ id, drawNo, shown }: ModelDraw, deleted: boolean): ExpectedEntry => ({
  kind: 'withdraw',
  id,
  drawNo: shown?.drawNo ?? drawNo,
  deleted,
});

export const sealedEntryOf = ({ id, drawNo, date, slot }: ModelDraw): ExpectedEntry => ({
  kind: 'sealed',
  id,
  drawNo,
  date,
  slot,
  sealed: HIDDEN,
});

export const adoptionOf = (draw: ModelDraw): ExpectedEntry => ({
  kind: 'adopt',
  id: draw.id,
  ...resultOf(draw.shown ?? draw),
  provenance: draw.shown?.provenance,
  publishedAt: new Date(draw.publishedAt ?? Number.NaN).toISOString(),
});

export const importedEntryOf = (draw: ModelDraw): ExpectedEntry =>
  draw.published ? adoptionOf(draw) : sealedEntryOf(draw);

const openingOf = (model: SiteModel, draw: ModelDraw): object =>
  draw.seal === null ? seedOpeningOf(model, draw.drawNo) : { salt: HIDDEN };

export function seedOpeningOf(model: SiteModel, drawNo: string) {
  const seed = model.seeds.get(drawNo);
  const day = seed && model.days.get(seed.date);
  return { seed: seed?.seed, chain: day?.chain, round: day?.round, signature: day?.signature };
}
