/** What a stranger reads of the public log at a moment, and what nobody but staff may know then. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { tilePath, tilesOf } from '../../../src/core/public-log/tiles.ts';
import type { World } from './world.ts';

export interface SeenResponse {
  path: string;
  status: number;
  /** Without its date and request id. */
  headers: [name: string, value: string][];
  /** In Base64; of an error without its request id. */
  body: string;
}

interface Secrets {
  /** Seeds and salts in hex. */
  keys: string[];
  digits: string[];
}

export interface PublicView {
  step: string;
  responses: SeenResponse[];
  /** What the server has logged since the view before. */
  logLines: string[];
  secrets: Secrets;
}

export const UNKNOWN = 'SC010120001';

const REFUSED = [
  '/log/tile/0/001',
  '/log/tile/1/000.p/1',
  '/log/tile/entries/000',
  '/log/tile/0/000.p/256',
  '/log/tile/-1/000',
  '/log/tile/entries/abc',
  '/log/nothing',
];

/** The first ones become a random, an edited and a held draft. */
const WITH_QUERIES = 3;

interface ViewOptions extends Pick<PublicView, 'step' | 'logLines'> {
  world: World;
  dataDir: string;
  /** The draws whose proofs are asked for. */
  drawNumbers: readonly string[];
}

export async function readPublicView(options: ViewOptions): Promise<PublicView> {
  const { world, dataDir, drawNumbers, step, logLines } = options;
  const checkpoint = await (await fetch(`${world.url}/log/checkpoint`)).text();
  const size = Number(checkpoint.split('\n')[1]);
  const paths = [
    '/log/key',
    '/log/checkpoint',
    ...[0, 1, 'entries' as const].flatMap((level) =>
      tilesOf(level, size).map((tile) => `/log/${tilePath(tile)}`),
    ),
    ...REFUSED,
    ...[...drawNumbers, UNKNOWN].map((number) => `/api/proof/${number}`),
    ...['?from=3', '?from=99999', '?from=x'].flatMap((query) =>
      drawNumbers.slice(0, WITH_QUERIES).map((number) => `/api/proof/${number}${query}`),
    ),
    '/api/draws',
    '/api/draws.csv',
  ];
  const responses: SeenResponse[] = [];
  for (const path of paths) responses.push(await read(world, path));
  return { step, responses, logLines, secrets: readSecrets(dataDir) };
}

const REQUEST_ID = /"requestId":"[^"]*",?/;

async function read({ url }: World, path: string): Promise<SeenResponse> {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
  const { status } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort();
  const body = Buffer.from(await response.arrayBuffer());
  const kept = response.ok ? body : Buffer.from(body.toString().replace(REQUEST_ID, ''));
  return { path, status, headers, body: kept.toString('base64') };
}

/** A withdrawn result that was not changed is no secret. */
const SECRET_DRAWS = `published = 0
  and (public_digits is null or public_digits <> digit_1 || digit_2 || digit_3 || digit_4 || digit_5)`;

function readSecrets(dataDir: string): Secrets {
  const database = new Database(join(dataDir, 'swarna-chakra.db'), { readonly: true });
  const valuesOf = (statement: string) => database.query(statement).values().flat() as string[];
  try {
    return {
      keys: [
        ...valuesOf('select seed from seeds where opened_at is null'),
        ...valuesOf(`select salt from draws where salt is not null and ${SECRET_DRAWS}`),
      ],
      // Those of an opened seed can be computed by anyone.
      digits: valuesOf(`select digit_1 || digit_2 || digit_3 || digit_4 || digit_5 from draws
        where ${SECRET_DRAWS} and (salt is not null
          or draw_no in (select draw_no from seeds where opened_at is null))`),
    };
  } finally {
    database.close();
  }
}
