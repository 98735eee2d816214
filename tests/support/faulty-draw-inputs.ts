/** Logs, proofs and pages that are not as they should be, as inputs of the check of a draw. */
import type { DrawCheckInput } from '../../src/core/public-log/draw-check-input.ts';
import type { EntryKind, LogEntry } from '../../src/core/public-log/entries.ts';
import { entriesAbout, inputFor, openSignedLog, proofOf, recordOf, shownAs } from './draw-proofs.ts';
import { D, DUE, drawn, EVE, LATER, OTHER_DIGITS, type Published } from './draws-in-log.ts';

type Change = Record<string, unknown>;

/** The log with fields of one entry changed, and everything signed again. */
export function edited({ signed, draw }: Published, kind: EntryKind, change: Change): Published {
  const { texts } = signed.log;
  const isAbout = (entry: LogEntry) =>
    entry.kind === kind && (!('drawNo' in entry) || entry.drawNo === draw.drawNo);
  const index = texts.findIndex((text) => isAbout(JSON.parse(text)));
  if (index < 0) throw new Error(`no ${kind}`);
  texts[index] = JSON.stringify({ ...JSON.parse(texts[index] ?? ''), ...change });
  return { signed, draw };
}

/** The drawn result with its opening changed. */
export async function opening(change: Change): Promise<DrawCheckInput> {
  const { signed, draw } = await drawn('with');
  const now = { ...signed.log.openingOf(D, '10:00'), ...change };
  return inputOf(edited({ signed, draw }, 'result', { opening: now }));
}

export const inputOf = ({ signed, draw }: Published): Promise<DrawCheckInput> => inputFor(signed, draw);

/** The log and the page with other digits than the draw had. */
export async function otherDigits(published: Promise<Published>): Promise<DrawCheckInput> {
  const { signed, draw } = edited(await published, 'result', { digits: OTHER_DIGITS });
  return inputFor(signed, { ...draw, digits: OTHER_DIGITS });
}

export const committedAs = async (change: Change): Promise<DrawCheckInput> =>
  inputOf(edited(await drawn('with'), 'commit', change));

/** The genuine input with something else instead. */
export const instead = async (
  change: (input: DrawCheckInput) => Partial<DrawCheckInput> | Promise<Partial<DrawCheckInput>>,
) => {
  const input = await inputOf(await drawn('with'));
  return { ...input, ...(await change(input)) };
};

export const withProof = (change: (proof: DrawCheckInput['proof']) => Partial<DrawCheckInput['proof']>) =>
  instead(({ proof }) => ({ proof: { ...proof, ...change(proof) } }));

/** Checked by a browser that remembers a log of the same key, or of another one. */
export async function remembering(
  origin: string,
  entries: number,
  isSameKey: boolean,
): Promise<DrawCheckInput> {
  const { signed, draw } = await drawn('with');
  const other = openSignedLog(EVE, isSameKey ? { origin, key: signed.key } : { origin });
  for (let index = 1; index < entries; index += 1)
    other.log.add({ kind: 'withdraw', id: 'x', drawNo: 'SC-X', deleted: true });
  return inputFor(signed, draw, await recordOf(other, EVE));
}

export async function committedLate(
  order: 'before the result' | 'after the result',
): Promise<DrawCheckInput> {
  const signed = openSignedLog(EVE);
  const [commit] = await signed.log.commitments(D);
  if (!commit) throw new Error('no commitment');
  const result = await signed.log.generated('a', D, '10:00');
  const entries = [commit, result] as const;
  for (const entry of order === 'before the result' ? entries : entries.toReversed()) {
    signed.log.add(entry, DUE);
  }
  return inputFor(signed, shownAs(result, DUE));
}

export async function withdrawnDraw(): Promise<DrawCheckInput> {
  const { signed, draw } = await drawn('with');
  signed.log.add({ kind: 'withdraw', id: 'a', drawNo: draw.drawNo, deleted: true }, LATER);
  return inputFor(signed, draw);
}

/** A proof of other entries, which are in the log. */
export const provenOnly = async (published: Promise<Published>, isProven: (entry: LogEntry) => boolean) => {
  const { signed, draw } = await published;
  const indices = signed.log.texts.flatMap((text, index) => (isProven(JSON.parse(text)) ? [index] : []));
  return { ...(await inputFor(signed, draw)), proof: await proofOf(signed, indices) };
};

export async function anotherDraw(): Promise<DrawCheckInput> {
  const { signed, draw } = await drawn('with');
  signed.log.add(await signed.log.generated('b', D, '12:00'), DUE);
  const proof = await proofOf(signed, entriesAbout(signed.log.texts, 'b'));
  return { ...(await inputFor(signed, draw)), proof };
}
