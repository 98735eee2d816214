/** Keeps the last pictures and sheets: what does not change is rendered once. */
import { LRUCache } from 'lru-cache';

type Bytes = Uint8Array<ArrayBuffer>;

const MOST_BYTES = 8 * 1024 * 1024;

/** `render` must return the same bytes for the same input. */
export function keepRendered<Input>(render: (input: Input) => Promise<Bytes>): typeof render {
  const kept = new LRUCache<string, Bytes>({
    maxSize: MOST_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
  });
  return async (input) => {
    const key = new Bun.CryptoHasher('sha256').update(JSON.stringify(input)).digest('base64');
    const bytes = kept.get(key) ?? (await render(input));
    kept.set(key, bytes);
    return bytes;
  };
}
