/** The five digits of a draw, in their order. */
import type { Draw } from '../../contract/draws.ts';
import type { Digits } from '../../core/digits.ts';

/** Of a draft as well, where staff see it. */
type WithDigits = Pick<Draw, `digit${1 | 2 | 3 | 4 | 5}`>;

/** The contract promises digits; its types say no more than text. */
export const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: WithDigits): Digits =>
  [digit1, digit2, digit3, digit4, digit5] as unknown as Digits;

export const resultOf = (draw: WithDigits): string => digitsOf(draw).join('');
