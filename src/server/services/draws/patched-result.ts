/** The result that a request asks for: parts that were not sent do not change. */
import type { DrawPatch } from '../../../contract/draws.ts';
import { DIGIT_FIELDS, digitsFromText } from '../../../core/digits.ts';
import type { Result } from '../../../core/result.ts';
import { AppError } from '../../errors.ts';

const RESULT_FIELDS = ['date', 'slot', 'drawNo', ...DIGIT_FIELDS] as const;

/** Undefined when the patch has no part of a result. */
export function resultIn(patch: DrawPatch, former: Result): Result | undefined {
  if (RESULT_FIELDS.every((field) => patch[field] === undefined)) return undefined;
  return {
    date: patch.date ?? former.date,
    slot: patch.slot ?? former.slot,
    drawNo: patch.drawNo ?? former.drawNo,
    digits: digitsIn(patch, former.digits),
  };
}

export function digitsIn(fields: Pick<DrawPatch, (typeof DIGIT_FIELDS)[number]>, former = ''): string {
  const digits = DIGIT_FIELDS.map((field, place) => fields[field] ?? former[place] ?? '').join('');
  if (!digitsFromText(digits)) throw new AppError('invalid');
  return digits;
}
