/** Serves the static files of the build from memory, with the compressed variants that the build created. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Only files with a content hash in their name never change. */
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';

const SERVICE_WORKER = 'service-worker.js';
/** The policy applies to the requests of the worker: pages and files of this site, and the icons of notifications. */
const SERVICE_WORKER_HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
};

/**
 * In a sandboxed frame the card of `/embed` has an opaque origin, for which its own styles, scripts and fonts are those
 * of another origin. Files with a content hash are the same for everyone.
 */
const FOR_EVERY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const FOR_THIS_ORIGIN = { 'Cross-Origin-Resource-Policy': 'same-origin' };

const SUFFIXES = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

interface Variant {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

interface StaticFile {
  tag: string;
  sharing: Readonly<Record<string, string>>;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
}

export interface StaticFiles {
  /** Returns null if there is no such file. */
  respond(request: Request, path: string): Response | Promise<Response> | null;
}

export function loadStaticFiles(
  folder: string,
  commonHeaders: Readonly<Record<string, string>>,
): StaticFiles {
  const files = new Map<string, StaticFile>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).isFile() && !name.startsWith('.'),
  );
  const present = new Set(names);
  for (const name of names) {
    if (
      Object.values(SUFFIXES).some(
        (suffix) => name.endsWith(suffix) && present.has(name.slice(0, -suffix.length)),
      )
    ) {
      continue;
    }
    files.set(`/${name}`, loadFile(folder, name, present, commonHeaders));
  }
  return {
    respond(request, path) {
      const file = files.get(path);
      if (!file) return null;
      if (request.headers.get('if-none-match') === file.tag) {
        const headers = { ETag: file.tag, ...commonHeaders, ...file.sharing };
        return new Response(null, { status: 304, headers });
      }
      const variant =
        file.variants[chooseEncoding(request.headers.get('accept-encoding'))] ?? file.variants.identity;
      return new Response(request.method === 'HEAD' ? null : variant.body, { headers: variant.headers });
    },
  };
}

function loadFile(
  folder: string,
  name: string,
  present: ReadonlySet<string>,
  commonHeaders: Readonly<Record<string, string>>,
): StaticFile {
  const read = (file: string): Uint8Array<ArrayBuffer> => readFileSync(join(folder, file));
  const plain = read(name);
  const isHashed = name.startsWith('assets/');
  const sharing = isHashed ? FOR_EVERY_ORIGIN : FOR_THIS_ORIGIN;
  const tag = `W/"${Bun.hash(plain).toString(36)}"`;
  const variantOf = (body: Uint8Array<ArrayBuffer>, encoding: Encoding): Variant => ({
    body,
    headers: new Headers({
      ...commonHeaders,
      'Content-Type': Bun.file(name).type,
      'Content-Length': String(body.byteLength),
      'Cache-Control': isHashed ? FOREVER : BRIEFLY,
      ...(name === SERVICE_WORKER && SERVICE_WORKER_HEADERS),
      ...sharing,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    }),
  });
  const variants: StaticFile['variants'] = { identity: variantOf(plain, 'identity') };
  for (const [encoding, suffix] of Object.entries(SUFFIXES) as [keyof typeof SUFFIXES, string][]) {
    if (present.has(name + suffix)) variants[encoding] = variantOf(read(name + suffix), encoding);
  }
  return { tag, sharing, variants };
}
