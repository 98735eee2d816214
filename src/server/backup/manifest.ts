/** The paper that lies beside each verified copy: what it is, what is in it, and its checksum. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { FILE_PREFIX, PRODUCT_NAME } from '../../core/branding.ts';
import { COPY_FORMATS, hashFile, listFolder, makeDurable, unfinished } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import { factsSchema } from './facts.ts';

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

/** The seal shows damage to the paper itself. */
const sealedSchema = z.strictObject({ manifest: manifestSchema, seal: z.string() });

const SUFFIX = '.json';

export const manifestFileOf = (copy: string): string => `${copy}${SUFFIX}`;

const sealOf = (manifest: Manifest): string =>
  createHash('sha256')
    .update(JSON.stringify(manifestSchema.parse(manifest)))
    .digest('hex');

export async function writeManifest(copy: string, manifest: Manifest): Promise<void> {
  const file = manifestFileOf(copy);
  const sealed = { manifest, seal: sealOf(manifest) };
  await writeFile(unfinished(file), `${JSON.stringify(sealed, null, 2)}\n`, { mode: 0o600 });
  await makeDurable(unfinished(file));
  await rename(unfinished(file), file);
}

export async function readManifest(copy: string): Promise<Manifest> {
  const file = manifestFileOf(copy);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    throw new CopyRefused(`${file} is missing: only a copy with its manifest can be trusted.`);
  try {
    const { manifest, seal } = sealedSchema.parse(JSON.parse(text));
    if (sealOf(manifest) === seal) return manifest;
  } catch {
    // said below
  }
  throw new CopyRefused(`${file} is damaged or not a manifest of ${PRODUCT_NAME}.`);
}

/** The manifest of a copy whose every byte is as it was when it was made. */
export async function readIntactCopy(copy: string): Promise<Manifest> {
  const manifest = await readManifest(copy);
  const found = await hashFile(copy).catch(() => null);
  if (!found) throw new CopyRefused(`${copy} cannot be read.`);
  if (found.bytes !== manifest.bytes || found.sha256 !== manifest.sha256) {
    throw new CopyRefused(`${copy} is damaged: its checksum does not match.`);
  }
  return manifest;
}

/** The copies in a folder with their manifests; what has none, or a damaged one, is not among them. */
export async function listCopies(folder: string): Promise<Manifest[]> {
  const names = new Set(listFolder(folder));
  const copies = [...names].filter((name) => names.has(manifestFileOf(name)));
  const readings = await Promise.allSettled(copies.map((name) => readManifest(`${folder}/${name}`)));
  return readings
    .flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
    .filter(({ file }) => copies.includes(basename(file)));
}
