/** What only staff may see, in the forms in which an answer could hold it. */
import { DIGITS, HIDDEN } from './two-servers.ts';
import { ADMIN, EDITOR } from './world.ts';

export type WorldName = keyof typeof DIGITS;

const MARKERS = [...Object.values(HIDDEN), ADMIN.email, EDITOR.email, EDITOR.name];

/** As one number, as a line of CSV, as a JSON list, and as the fields of a draw. */
const formsOf = (digits: string): string[] => [
  digits,
  [...digits].join(','),
  [...digits].join('","'),
  [...digits].map((digit, index) => `"digit${index + 1}":"${digit}"`).join(','),
];

const FORMS = { first: DIGITS.first.flatMap(formsOf), second: DIGITS.second.flatMap(formsOf) };

/** What only the other world holds: the second one began as a copy of the first, with its activity log. */
const FORMS_ELSEWHERE = { first: FORMS.second, second: formsOf(DIGITS.first[1]) };

/** What was asked for may be repeated in the answer; that tells nothing. */
const holdsAny = (body: Buffer, texts: readonly string[], target: string): string[] =>
  texts.filter((text) => body.includes(text) && !target.includes(text));

export const holdsDigits = (body: Buffer, world: WorldName, target: string): boolean =>
  holdsAny(body, FORMS[world], target).length > 0;

export const holdsDigitsOfOther = (body: Buffer, world: WorldName, target: string): boolean =>
  holdsAny(body, FORMS_ELSEWHERE[world], target).length > 0;

export const findSecrets = (body: Buffer, target: string): string[] =>
  holdsAny(body, [...MARKERS, ...FORMS.first, ...FORMS.second], target);
