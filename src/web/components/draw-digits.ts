/** The five digits of a draw as a list and as a text. */
import type { Draw } from '../../contract/draws.ts';
import type { Digits } from '../../core/digits.ts';

/** A published draw, or a draft in the panel. */
type WithDigits = Pick<Draw, `digit${1 | 2 | 3 | 4 | 5}`>;

/** The schema checks that they are digits, but its type is string. */
export const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: WithDigits): Digits =>
  [digit1, digit2, digit3, digit4, digit5] as unknown as Digits;

export const resultOf = (draw: WithDigits): string => digitsOf(draw).join('');
