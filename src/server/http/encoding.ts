/** Chooses the content encoding and compresses responses. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
} from 'node:zlib';

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity';

/** Best first; the weights in `Accept-Encoding` take precedence. */
const PREFERENCE: readonly Encoding[] = ['br', 'zstd', 'gzip'];

/** Browsers send the same few headers, so each is parsed once. */
const known = new Map<string, Encoding>();
const MOST_KNOWN = 200;
/** Far more than browsers send; parsing a longer one would cost more than the response. */
const LONGEST_HEADER = 500;

export function chooseEncoding(acceptEncoding: string | null): Encoding {
  if (!acceptEncoding || acceptEncoding.length > LONGEST_HEADER) return 'identity';
  const found = known.get(acceptEncoding);
  if (found) return found;
  const chosen = readPreference(acceptEncoding);
  if (known.size < MOST_KNOWN) known.set(acceptEncoding, chosen);
  return chosen;
}

function readPreference(acceptEncoding: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = Math.max(...PREFERENCE.map(weightOf));
  return best > 0 ? (PREFERENCE.find((encoding) => weightOf(encoding) === best) ?? 'identity') : 'identity';
}

/** Below this size, compressing costs more than it saves. */
const SMALLEST_WORTH_COMPRESSING = 512;

/** The encoding for a response of that size. */
export const encodingFor = (acceptEncoding: string | null, bytes: number): Encoding =>
  bytes < SMALLEST_WORTH_COMPRESSING ? 'identity' : chooseEncoding(acceptEncoding);

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** Compresses in a thread of the pool. Fast settings for dynamic responses; static files are compressed better during the build. */
export async function compress(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return new Uint8Array(
        await compressWithBrotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
          },
        }),
      );
    case 'zstd':
      return new Uint8Array(await Bun.zstdCompress(body, { level: 6 }));
    case 'gzip':
      return new Uint8Array(await compressWithGzip(body, { level: 6 }));
    case 'identity':
      return body;
  }
}

/** Compresses a stream; null for `identity`. */
export function openCompressor(encoding: Encoding): Transform | null {
  switch (encoding) {
    case 'br':
      // A small window: the default one takes megabytes for each open response.
      return createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
      });
    case 'zstd':
      return createZstdCompress();
    case 'gzip':
      return createGzip();
    case 'identity':
      return null;
  }
}
