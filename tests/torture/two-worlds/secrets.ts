/** Finds what only staff may see, in any form in which a response could contain it. */
import { DIGITS, HIDDEN } from './two-servers.ts';
import { ADMIN, EDITOR } from './world.ts';

export type WorldName = keyof typeof DIGITS;

const MARKERS = [...Object.values(HIDDEN), ADMIN.email, EDITOR.email, EDITOR.name];

/** As a number, a CSV row, a JSON array, and the fields of a draw. */
const formsOf = (digits: string): string[] => [
  digits,
  [...digits].join(','),
  [...digits].join('","'),
  [...digits].map((digit, index) => `"digit${index + 1}":"${digit}"`).join(','),
];

const FORMS = { first: DIGITS.first.flatMap(formsOf), second: DIGITS.second.flatMap(formsOf) };

/** What only the other server has: the second one started as a copy of the first, including its activity log. */
const FORMS_ELSEWHERE = { first: FORMS.second, second: formsOf(DIGITS.first[1]) };

/** A response may repeat what is in the target. */
const holdsAny = (body: Buffer, texts: readonly string[], target: string): string[] =>
  texts.filter((text) => body.includes(text) && !target.includes(text));

export const holdsDigits = (body: Buffer, world: WorldName, target: string): boolean =>
  holdsAny(body, FORMS[world], target).length > 0;

export const holdsDigitsOfOther = (body: Buffer, world: WorldName, target: string): boolean =>
  holdsAny(body, FORMS_ELSEWHERE[world], target).length > 0;

export const findSecrets = (body: Buffer, target: string): string[] =>
  holdsAny(body, [...MARKERS, ...FORMS.first, ...FORMS.second], target);
