/** One manipulation of a copied installation, and what the auditor must say about it. */
import type { Instant } from '../../src/core/ist-time.ts';
import type { Insider } from './tampering-copy.ts';
import type { Stage } from './tampering-life.ts';

export interface Tampering {
  name: string;
  /** After which stage the copy was made; by default the last. */
  copiedAfter?: Stage;
  /** After which stage the auditor was there before; by default the one before the last. */
  rememberedAfter?: Stage;
  /** The time of the audit; by default that of the copy. */
  now?: Instant;
  tamper(insider: Insider): void | Promise<void>;
  /** Each of them matches a finding. */
  finds: (string | RegExp)[];
}

/** An earlier entry is another one than that which the auditor saw. */
export const REWRITTEN = /^The first 300 entries are not those of the remembered checkpoint\.$/;

/** A change of earlier entries, which breaks the given rules as well. */
export const rewriting = (
  name: string,
  tamper: Tampering['tamper'],
  ...finds: (RegExp | string)[]
): Tampering => ({
  name,
  tamper,
  finds: [REWRITTEN, ...finds],
});
