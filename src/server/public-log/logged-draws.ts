/** Draws as the public log names them: adopted results, and drafts sealed with a salt. */
import type { RandomBytes } from '../../core/digits.ts';
import { SALT_BYTES, sealResult } from '../../core/public-log/commitment.ts';
import type { DrawSnapshot } from '../../core/public-log/draw-entries.ts';
import type { NewEntry } from '../../core/public-log/entries.ts';
import type { PublicationState } from '../../core/publication.ts';
import { type DrawRow, publicationOf } from '../storage/draws/draw-rows.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import { nodeCrypto } from './node-crypto.ts';

export interface RandomSource {
  randomBytes: RandomBytes;
}

/** Creates the salt for the seal of one version of a draft. */
export const newSalt = ({ randomBytes }: RandomSource): string =>
  Buffer.from(randomBytes(SALT_BYTES)).toString('hex');

export const loggedDraw = (row: DrawRow): DrawSnapshot => ({ id: row.id, publication: publicationOf(row) });

/** As the public knows the draw. */
export function adoptionOf({ id, publication }: DrawSnapshot): NewEntry {
  const { publicResult, publicProvenance, publishedAt } = publication;
  if (!publicResult || !publicProvenance || publishedAt === null)
    throw new Error('only a result that was public can be adopted');
  return {
    kind: 'adopt',
    id,
    ...publicResult,
    provenance: publicProvenance,
    publishedAt: isoOf(publishedAt),
  };
}

export async function sealedEntryOf({ id, publication }: DrawSnapshot): Promise<NewEntry> {
  const { drawNo, date, slot } = publication.result;
  return { kind: 'sealed', id, drawNo, date, slot, sealed: await sealOf(publication) };
}

export async function sealOf({ result, salt }: PublicationState): Promise<string> {
  if (salt === null) throw new Error('a draft without a salt cannot be sealed');
  return sealResult(result, Uint8Array.fromHex(salt), nodeCrypto);
}
