/** Random numbers that are the same for the same seed, and the distributions that the simulation needs. */
import { createCipheriv, createHash } from 'node:crypto';

/** From 0 up to, but not including, 1. */
export type Random = () => number;

const BLOCK = 1 << 16;
const VALUES = 2 ** 32;

/** The key stream of a cipher, which is the same on every machine. */
export function seededRandom(seed: string): Random {
  const key = createHash('sha256').update(seed).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  let block = Buffer.alloc(0);
  let position = 0;
  return () => {
    if (position === block.length) {
      block = cipher.update(Buffer.alloc(BLOCK));
      position = 0;
    }
    position += 4;
    return block.readUInt32LE(position - 4) / VALUES;
  };
}

/** A value whose logarithm is normally distributed: most are near the median, a few are many times as long. */
export function logNormal(random: Random, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * random()));
}
