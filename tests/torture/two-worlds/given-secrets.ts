/** The seeds and salts of a world. Must not import `node:crypto`, whose exports are replaced before the first import. */

/** The environment variable with a `GivenWorld` as JSON. */
export const WORLD = 'TEST_WORLD';

/** The length of seeds and salts. */
export const SECRET_BYTES = 32;

export interface GivenWorld {
  name: string;
  /** Secrets in hex that are drawn instead of those by its name, by their number. */
  chosen: Record<number, string>;
}

const sha256 = (text: string): Buffer =>
  Buffer.from(new Bun.CryptoHasher('sha256').update(text).digest('hex'), 'hex');

/** The secret that a world draws as that number, in hex. */
export const secretOf = (world: string, count: number): string => sha256(`${world} ${count}`).toString('hex');

/** What all worlds draw as that number. */
export const sharedBytes = (length: number, count: number): Buffer =>
  Buffer.alloc(length, sha256(`${length} ${count}`));
