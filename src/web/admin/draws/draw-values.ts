/** The values of a draw in a form, and the difference to the saved draw. */
import type { AdminDraw, DrawPatch, Proposal } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';

export interface DrawValues {
  date: string;
  slot: string;
  drawNo: string;
  /** The digits that have been typed so far. */
  digits: string;
}

const VALUE_NAMES = ['date', 'slot', 'drawNo', 'digits'] as const satisfies (keyof DrawValues)[];

export const valuesOf = (draw: AdminDraw): DrawValues => ({
  date: draw.date,
  slot: draw.slot,
  drawNo: draw.drawNo,
  digits: digitsTextOf(draw),
});

/** With the result that waits for approval. */
export const proposedValues = (draw: AdminDraw, { digits, date, slot, drawNo }: Proposal): DrawValues => ({
  digits,
  date: date ?? draw.date,
  slot: slot ?? draw.slot,
  drawNo: drawNo ?? draw.drawNo,
});

/** As the API expects them. */
export const fieldsOf = ({ digits, ...rest }: DrawValues) => ({
  ...rest,
  digit1: digits[0] ?? '',
  digit2: digits[1] ?? '',
  digit3: digits[2] ?? '',
  digit4: digits[3] ?? '',
  digit5: digits[4] ?? '',
});

export const isSame = (a: DrawValues, b: DrawValues): boolean =>
  VALUE_NAMES.every((name) => a[name] === b[name]);

/**
 * Only the changed fields, as the API expects them. All of them where a proposal waits: the form does not start from
 * it, but the API takes missing fields from it.
 */
export function patchFor(draw: AdminDraw, values: DrawValues): DrawPatch {
  const isWhole = Boolean(draw.proposal) && !isSame(values, valuesOf(draw));
  const former = fieldsOf(valuesOf(draw));
  const wanted = fieldsOf(values);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return Object.fromEntries(
    names.flatMap((name) => (!isWhole && wanted[name] === former[name] ? [] : [[name, wanted[name]]])),
  );
}

/** Applies one's own changes of `base` to the version of somebody else. */
export function rebase(base: AdminDraw, values: DrawValues, theirs: AdminDraw): DrawValues {
  const former = valuesOf(base);
  const current = valuesOf(theirs);
  return Object.fromEntries(
    VALUE_NAMES.map((name) => [name, values[name] === former[name] ? current[name] : values[name]]),
  ) as unknown as DrawValues;
}
