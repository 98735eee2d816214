/** Random draws that staff enter, and random draws that they change. */
import type { Random } from '../random.ts';
import type { Situation } from './acts.ts';
import type { NewModelDraw } from './expectation.ts';
import { regularNumber, SLOT_TIMES, shiftDate } from './site-model.ts';

const UNKNOWN_ID = 'no-such-draw';

export const randomDigits = (random: Random): string => String(random.integer(0, 99_999)).padStart(5, '0');

export function digitFields(digits: string) {
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
}

export const nearDate = ({ random, today }: Situation): string =>
  shiftDate(today, random.pick([0, 0, 0, 1, 1, 2, -1, -2]));

/** Usually the regular number, otherwise a new one or that of another draw. */
export function chooseNumber({ random, today, model }: Situation, date: string, slot: string): string {
  if (random.chance(0.8)) return regularNumber(date, slot);
  if (random.chance(0.5)) return `EXTRA-${random.integer(100_000, 999_999)}`;
  return model.list().at(-1)?.drawNo ?? regularNumber(shiftDate(today, 1), slot);
}

export function chooseNewDraw(situation: Situation): NewModelDraw {
  const { random } = situation;
  const [date, slot] = [nearDate(situation), random.pick(SLOT_TIMES)];
  const drawNo = chooseNumber(situation, date, slot);
  return { date, slot, drawNo, digits: randomDigits(random), published: random.chance(0.25) };
}

/** A draw of these days, sometimes one that does not exist, with the version that the person has seen. */
export function chooseTarget({ random, today, model }: Situation): {
  id: string;
  expectedEtag?: string;
  text: string;
} {
  const near = model.list().filter(({ date }) => date >= shiftDate(today, -1) && date <= shiftDate(today, 2));
  const [first, ...others] = near;
  const draw = first && random.chance(0.97) ? random.pick([first, ...others]) : undefined;
  const version = (draw?.version ?? 1) - (random.chance(0.15) ? 1 : 0);
  const expectedEtag = random.pick([undefined, '*', `"${version}"`, `"${version}"`]);
  return {
    id: draw?.id ?? UNKNOWN_ID,
    ...(expectedEtag !== undefined && { expectedEtag }),
    text: `${draw?.drawNo ?? UNKNOWN_ID} if ${expectedEtag ?? 'any'}`,
  };
}
