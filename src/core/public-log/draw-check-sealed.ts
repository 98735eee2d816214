/** The first three steps of the check of a draw whose digits were typed by staff. */
import { drawNumberFor } from '../draw-number.ts';
import { digitsFromSeed, sealResult } from './commitment.ts';
import type { Crypto } from './crypto.ts';
import {
  commitmentOf,
  type DigitInput,
  type DigitSteps,
  findShownOtherwise,
  type Indexed,
  ofKind,
} from './draw-check-findings.ts';
import { type Figures, failed, noted, passed } from './draw-check-input.ts';

/** What staff typed was sealed first; the seal shows only that it was not changed afterwards. */
export async function checkSealedResult(
  input: DigitInput,
  { index, entry: result }: Indexed<'result'>,
  salt: string,
  crypto: Crypto,
): Promise<DigitSteps> {
  const sealed = ofKind(input.entries, 'sealed').findLast(
    (each) => each.index < index && each.entry.id === result.id,
  )?.entry;
  const computedSeal = await sealResult(result, Uint8Array.fromHex(salt), crypto);
  const figures = {
    digits: result.digits,
    salt,
    computedSeal,
    ...(sealed && { sealedAt: sealed.at, seal: sealed.sealed }),
    ...(await unusedDigits(input, result, crypto)),
  };
  const staff = noted('entered by staff', {
    publishedAt: result.at,
    ...(sealed && { sealedAt: sealed.at }),
  });
  const sealedDigits = result.digits;
  const digits =
    sealed?.sealed === computedSeal
      ? (findShownOtherwise(input, result, { ...figures, sealedDigits }) ?? passed('seal opens', figures))
      : failed('seal differs', figures);
  return { commitment: staff, beacon: noted('entered by staff'), digits };
}

/** The digits that the committed seed of the slot would have given. */
async function unusedDigits(
  { entries }: DigitInput,
  { date, slot }: Indexed<'result'>['entry'],
  crypto: Crypto,
): Promise<Figures> {
  // Staff may have given the draw another number.
  const drawNo = drawNumberFor(date, slot);
  const opened = ofKind(entries, 'opened').find(({ entry }) => entry.drawNo === drawNo)?.entry;
  const commit = commitmentOf(entries, drawNo)?.entry;
  if (!opened || !commit) return {};
  const isMissing = ofKind(entries, 'nobeacon').some(({ entry }) => entry.date === date);
  // Nobody fetched the beacon, because no drafts were made that day.
  if (commit.round !== 0 && opened.signature === null && !isMissing) return {};
  const seed = Uint8Array.fromHex(opened.seed);
  return { unusedDigits: await digitsFromSeed(commit, seed, opened.signature, crypto) };
}
