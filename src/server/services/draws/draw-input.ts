/** The five digits as a form sends them, in the form the core works with. */
import type { DrawPatch } from '../../../contract/draws.ts';
import { type Digits, digitsFromText } from '../../../core/digits.ts';
import { AppError } from '../../errors.ts';

type DigitFields = Pick<DrawPatch, 'digit1' | 'digit2' | 'digit3' | 'digit4' | 'digit5'>;

/** Digits that were not sent stay what they were. */
export function digitsIn(fields: DigitFields, former?: Digits): Digits {
  const sent = [fields.digit1, fields.digit2, fields.digit3, fields.digit4, fields.digit5];
  const digits = digitsFromText(sent.map((digit, place) => digit ?? former?.[place] ?? '').join(''));
  if (!digits) throw new AppError('invalid');
  return digits;
}
