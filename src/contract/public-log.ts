/** The proof that the entries of a draw are in the public log. */
import { z } from 'zod';

const FROM_TEXT = 'From must be a whole number of at least 1.';

export const proofQuerySchema = z.object({
  from: z.coerce
    .number({ error: FROM_TEXT })
    .int(FROM_TEXT)
    .min(1, FROM_TEXT)
    .optional()
    .meta({ description: 'The size of an earlier checkpoint, which the log must still contain.' }),
});

const hashesSchema = z.array(z.base64().meta({ format: 'byte' }));

const provenEntrySchema = z
  .object({
    index: z.int().min(0),
    entry: z.string().meta({ description: 'The exact text, which is hashed as UTF-8.' }),
    proof: hashesSchema.meta({
      description: 'The inclusion proof of RFC 6962 for the size in the checkpoint.',
    }),
  })
  .meta({ id: 'ProvenEntry' });

export const drawProofSchema = z
  .object({
    drawNo: z.string(),
    checkpoint: z.string().meta({ description: 'The signed note, as at `/log/checkpoint`.' }),
    entries: z.array(provenEntrySchema).meta({
      description: 'The entries of the draw and of the commitments of its slot, in the order of the log.',
    }),
    consistency: z
      .object({ from: z.int().min(1), proof: hashesSchema })
      .nullable()
      .meta({ description: 'The consistency proof of RFC 6962 from that size; null without `from`.' }),
  })
  .meta({ id: 'DrawProof' });
export type DrawProof = z.infer<typeof drawProofSchema>;
