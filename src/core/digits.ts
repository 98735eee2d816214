/** The digits of a result, how they are written, and how they are generated without bias from random bytes. */

export type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
export type Digits = readonly [Digit, Digit, Digit, Digit, Digit];

export const DIGIT_COUNT = 5;

/** The fields in which the API has the five digits. */
export const DIGIT_FIELDS = ['digit1', 'digit2', 'digit3', 'digit4', 'digit5'] as const;

/** A published draw, or a draft in the panel. */
export type WithDigits = Readonly<Record<(typeof DIGIT_FIELDS)[number], string>>;

/** Schemas check that they are digits, but their type is string. */
export const digitsOf = (draw: WithDigits): Digits =>
  DIGIT_FIELDS.map((field) => draw[field]) as unknown as Digits;

export const digitsTextOf = (draw: WithDigits): string => digitsOf(draw).join('');

/** Returns that many random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export const isDigit = (text: string): text is Digit => /^[0-9]$/.test(text);

/** Malayalam digits (൦ to ൯) become Latin ones. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[൦-൯]/g, (digit) => String(digit.charCodeAt(0) - 0x0d66));

export const digitsToText = (digits: Digits): string => digits.join('');

export function digitsFromText(text: string): Digits | null {
  return /^[0-9]{5}$/.test(text) ? ([...text] as unknown as Digits) : null;
}

/** The largest multiple of ten in a byte: higher values would make low digits more likely. */
export const FAIR_BYTES = 250;

export function randomDigits(randomBytes: RandomBytes): Digits {
  const digits: string[] = [];
  while (digits.length < DIGIT_COUNT) {
    for (const byte of randomBytes(DIGIT_COUNT)) {
      if (byte < FAIR_BYTES && digits.length < DIGIT_COUNT) digits.push(String(byte % 10));
    }
  }
  return digits as unknown as Digits;
}
