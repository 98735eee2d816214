/** The manifest beside each verified copy: its format, contents, checksum and seal. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_PREFIX, PRODUCT_NAME } from '../../core/branding.ts';
import { codeOf } from '../errors.ts';
import { COPY_FORMATS, makeDurable, unfinishedPath } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import { factsSchema } from './facts.ts';
import { hashFile, listRegularFiles, readRegularFile } from './regular-file.ts';

const manifestSchema = z.strictObject({
  product: z.literal(FILE_PREFIX),
  file: z.string(),
  format: z.enum(COPY_FORMATS),
  madeAt: z.iso.datetime(),
  bytes: z.int(),
  sha256: z.string(),
  facts: factsSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

const sealedSchema = z.strictObject({
  manifest: manifestSchema,
  checksum: z.string(),
  keyId: z.string(),
  seal: z.string(),
});

/** The format before seals had a key: its `seal` is a plain checksum. */
const unkeyedSchema = z
  .strictObject({ manifest: manifestSchema, seal: z.string() })
  .transform(({ manifest, seal }) => ({ manifest, checksum: seal, keyId: null, seal: null }));

const fileSchema = z.union([sealedSchema, unkeyedSchema]);
type ManifestFile = z.infer<typeof fileSchema>;

export interface Trust {
  /** The key of this installation; null when it has none yet. */
  key: string | null;
  /** Whether copies that another installation sealed are accepted on their checksums and contents alone. */
  acceptOthers: boolean;
}

export interface CheckedManifest {
  manifest: Manifest;
  /** False for one that was accepted although another installation made it. */
  sealedHere: boolean;
}

/** The copy may be good, but this installation has not made it. */
export class MadeElsewhere extends CopyRefused {}

const SUFFIX = '.json';
/** In bytes; ours have about two thousand. */
const MAX_MANIFEST = 1024 * 1024;

export const manifestFileOf = (copy: string): string => `${copy}${SUFFIX}`;

const textOf = (manifest: Manifest): string => JSON.stringify(manifestSchema.parse(manifest));

export async function writeManifest(copy: string, manifest: Manifest, key: string): Promise<void> {
  const file = manifestFileOf(copy);
  const text = textOf(manifest);
  const sealed: ManifestFile = {
    manifest,
    checksum: checksumText(text),
    keyId: keyIdOf(key),
    seal: sealText(key, text),
  };
  await writeFile(unfinishedPath(file), `${JSON.stringify(sealed, null, 2)}\n`, { mode: 0o600 });
  await makeDurable(unfinishedPath(file));
  await rename(unfinishedPath(file), file);
}

export async function readManifest(copy: string, { key, acceptOthers }: Trust): Promise<CheckedManifest> {
  const file = manifestFileOf(copy);
  const { manifest, checksum, keyId, seal } = await parseManifestFile(file);
  const text = textOf(manifest);
  const sealedHere = key !== null && keyId === keyIdOf(key);
  const isIntact = isSame(checksumText(text), checksum) && (!sealedHere || isSame(sealText(key, text), seal));
  if (!isIntact) throw new CopyRefused(`${file} is damaged or changed: its seal does not match.`);
  if (!sealedHere && !acceptOthers) {
    const origin = keyId === null ? 'before copies were sealed with a key' : 'by another installation';
    throw new MadeElsewhere(
      `${copy} was made ${origin}. If you trust where it comes from, add --from-another-installation.`,
    );
  }
  return { manifest, sealedHere };
}

async function parseManifestFile(file: string): Promise<ManifestFile> {
  const text = await readRegularFile(file, MAX_MANIFEST).catch((error) => {
    if (codeOf(error.cause) !== 'ENOENT') throw error;
    throw new CopyRefused(`${file} is missing: only a copy with its manifest can be trusted.`);
  });
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    throw new CopyRefused(`${file} is damaged or not a manifest of ${PRODUCT_NAME}.`);
  }
}

/** Compares a file with what the manifest says of the copy. */
export async function refuseOtherBytes(
  copy: string,
  file: string,
  { bytes, sha256 }: Manifest,
): Promise<void> {
  const found = await hashFile(file);
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    throw new CopyRefused(`${copy} is damaged: its checksum does not match.`);
  }
}

/** The manifests of the copies in a folder that this installation made, each under the name it was made with. */
export async function listOwnCopies(folder: string, key: string): Promise<Manifest[]> {
  const names = new Set(listRegularFiles(folder));
  const copies = [...names].filter((name) => names.has(manifestFileOf(name)));
  const readings = await Promise.allSettled(
    copies.map(async (name) => {
      const { manifest } = await readManifest(join(folder, name), { key, acceptOthers: false });
      return manifest.file === name ? [manifest] : [];
    }),
  );
  return readings.flatMap((reading) => (reading.status === 'fulfilled' ? reading.value : []));
}

/** The purpose with which the key is derived from the installation's secret. */
export const SEAL_KEY_PURPOSE = 'backup-manifest';

/** Names a key without revealing it. */
export const keyIdOf = (key: string): string =>
  createHmac('sha256', key).update('key id').digest('hex').slice(0, 16);

export const sealText = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Detects damage, but not forgery. */
export const checksumText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Compares in constant time. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
