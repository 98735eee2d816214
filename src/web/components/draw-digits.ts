/** The five digits of a draw, in their order. */
import type { Draw } from '../../contract/draws.ts';
import type { Digits } from '../../core/digits.ts';

/** The contract promises digits; its types say no more than text. */
export const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: Draw): Digits =>
  [digit1, digit2, digit3, digit4, digit5] as unknown as Digits;

export const resultOf = (draw: Draw): string => digitsOf(draw).join('');
