/** nginx with the bytes and headers of our responses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningNginx, startNginx } from '../nginx.ts';

interface Copied {
  /** nginx would take an address that ends with a slash for a folder, so copies have names of their own. */
  name: string;
  body: Uint8Array;
  headers: Headers;
}

/** nginx writes these itself. */
const OWN = new Set(['date', 'server', 'connection', 'keep-alive', 'content-length', 'x-request-id']);

/** Without `decompress`, the body is what was transferred. */
async function fetchCompressed(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' }, decompress: false });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return response;
}

async function copyResponse(url: string, name: string): Promise<Copied> {
  const response = await fetchCompressed(url);
  return { name, body: await response.bytes(), headers: response.headers };
}

/** In nginx's notation, `$` starts a variable. */
const quote = (text: string): string => {
  if (text.includes('$')) throw new Error(`nginx cannot send this header: ${text}`);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
};

function locationOf({ name: file, headers }: Copied, folder: string): string {
  const added = [...headers].filter(([name]) => !OWN.has(name) && name !== 'content-type');
  return `location = /${file} {
      types { }
      default_type ${quote(headers.get('Content-Type') ?? '')};
      etag off;
      max_ranges 0;
      add_header Last-Modified "";
      add_header X-Request-Id $request_id;
      ${added.map(([name, value]) => `add_header ${name} ${quote(value)};`).join('\n      ')}
      root ${folder};
    }`;
}

const comparable = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.has(name)).sort());

/** Throws if a copy differs from the original. */
async function compare(nginx: RunningNginx, { name, body, headers }: Copied): Promise<void> {
  const copy = await fetchCompressed(`${nginx.url}/${name}`);
  if (!Bun.deepEquals(comparable(copy.headers), comparable(headers)))
    throw new Error(`nginx sends other headers for ${name}: ${JSON.stringify([...copy.headers])}`);
  if (!Buffer.from(await copy.bytes()).equals(body)) throw new Error(`nginx sends other bytes for ${name}`);
}

export interface Copies {
  nginx: RunningNginx;
  /** The copy of each path. */
  addressOf(path: string): string;
  bytesOf(path: string): number;
}

export async function serveCopies(url: string, paths: readonly string[]): Promise<Copies> {
  const copied = await Promise.all(paths.map((path, index) => copyResponse(url + path, `copy-${index}`)));
  const copyOf = (path: string): Copied => {
    const copy = copied[paths.indexOf(path)];
    if (!copy) throw new Error(`there is no copy of ${path}`);
    return copy;
  };
  const nginx = await startNginx({
    server(folder) {
      for (const { name, body } of copied) writeFileSync(join(folder, name), body);
      return copied.map((copy) => locationOf(copy, folder)).join('\n    ');
    },
  });
  for (const copy of copied) await compare(nginx, copy);
  return {
    nginx,
    addressOf: (path) => `${nginx.url}/${copyOf(path).name}`,
    bytesOf: (path) => copyOf(path).body.byteLength,
  };
}

/** The size of a body as it is transferred. */
export const bodyBytesOf = async (url: string): Promise<number> =>
  (await (await fetchCompressed(url)).bytes()).byteLength;
