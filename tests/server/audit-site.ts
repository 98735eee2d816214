/** A small site with a public log and results, which the tests of the auditor change in every way. */
import { auditSite } from '../../src/cli/audit/audit-site.ts';
import type { AuditOptions } from '../../src/cli/audit/open-audit.ts';
import type { Draw } from '../../src/contract/draws.ts';
import { addDays, HOUR, type Instant, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { type Checkpoint, checkpointBody, verifierKeyText } from '../../src/core/public-log/checkpoint.ts';
import { type Bytes, joinBytes } from '../../src/core/public-log/crypto.ts';
import { appendLeaf, hashLeaf, rootOf, type Tree } from '../../src/core/public-log/merkle.ts';
import { encodeBundle, parseTilePath, TILE_HEIGHT, TILE_WIDTH } from '../../src/core/public-log/tiles.ts';
import type { Result } from '../../src/core/result.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { newSigner, noteOf, type Signer } from '../support/note-signer.ts';
import { createLogBuilder, eveOf, ORIGIN, resultFor } from '../support/public-log.ts';

export const DATE = '2026-03-14';
const OLD_DAYS = 60;
/** When the evening's results are out. */
export const NOW: Instant = instantOf(DATE, '20:00');

interface SiteContent {
  origin: string;
  texts: string[];
  draws: Draw[];
}

type DrawRest = Pick<Draw, 'provenance' | 'publishedAt' | 'corrections'>;

/** As the API shows it. */
export function drawOf(id: string, { digits, ...place }: Result, rest: DrawRest): Draw {
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = digits;
  return { id, ...place, digit1, digit2, digit3, digit4, digit5, published: true, ...rest };
}

const timeText = (time: Instant): string => new Date(time).toISOString();

export const log = createLogBuilder();

/** Makes a log in which everything has happened once, and the results that its site shows. */
async function makeContent(): Promise<SiteContent> {
  const { add } = log;
  const draws: Draw[] = [];
  const yesterday = addDays(DATE, -1);
  const start = eveOf(DATE);
  add({ kind: 'open', origin: ORIGIN, series: 'SC' }, start);
  for (let day = OLD_DAYS; day > 0; day -= 1) {
    for (const slot of SLOTS) {
      const date = addDays(yesterday, -day);
      const result = resultFor(date, slot, String(10_000 + day));
      const publishedAt = timeText(drawInstant(date, slot) + 15 * MINUTE);
      const id = `old-${result.drawNo}`;
      // Corrected before there was a log.
      const corrections = [{ at: publishedAt, digits: '00000', reason: 'typing' }];
      const provenance = day === 1 ? 'corrected' : 'generated';
      add({ kind: 'adopt', id, ...result, provenance, publishedAt });
      draws.push(drawOf(id, result, { provenance, publishedAt, ...(day === 1 && { corrections }) }));
    }
  }
  for (const commit of await log.commitments(yesterday, { beacon: false })) add(commit);
  for (const commit of await log.commitments(DATE)) add(commit);
  for (const slot of ['12:00', '14:00', '17:00', '19:00'] as const) {
    const at = drawInstant(yesterday, slot) + 15 * MINUTE;
    const entry = await log.generated(`y-${slot.slice(0, 2)}`, yesterday, slot);
    add(entry, at);
    draws.push(drawOf(entry.id, entry, { provenance: 'generated', publishedAt: timeText(at) }));
  }
  add(log.opened(yesterday, '10:00'));
  await addToday(draws);
  return { origin: ORIGIN, texts: log.texts, draws };
}

async function addToday(draws: Draw[]): Promise<void> {
  const { add } = log;
  const due = (slot: (typeof SLOTS)[number]) => drawInstant(DATE, slot) + 15 * MINUTE;
  const generated = await log.generated('today-1', DATE, '10:00');
  add(generated, due('10:00'));
  draws.push(drawOf('today-1', generated, { provenance: 'generated', publishedAt: timeText(due('10:00')) }));

  // Changed by staff before its publication, then corrected.
  const edited = resultFor(DATE, '12:00', '22222');
  const corrected = { ...edited, digits: '33333' };
  add(await log.sealed('today-2', edited), due('10:00') + HOUR);
  add(log.opened(DATE, '12:00'), drawInstant(DATE, '12:00'));
  add(log.unsealed('today-2', edited, 'edited'), due('12:00'));
  const correctedAt = due('12:00') + 5 * MINUTE;
  add({ kind: 'correct', id: 'today-2', from: edited, to: corrected, reason: 'misread' }, correctedAt);
  const corrections = [{ at: timeText(correctedAt), digits: '22222', reason: 'misread' }];
  const publishedAt = timeText(due('12:00'));
  draws.push(drawOf('today-2', corrected, { provenance: 'corrected', publishedAt, corrections }));

  // Withdrawn, and published again unchanged.
  const again = await log.generated('today-3', DATE, '14:00');
  add(again, due('14:00'));
  add({ kind: 'withdraw', id: 'today-3', drawNo: again.drawNo, deleted: false }, due('14:00') + MINUTE);
  add({ ...again, opening: null }, due('14:00') + 2 * MINUTE);
  const againAt = timeText(due('14:00') + 2 * MINUTE);
  draws.push(drawOf('today-3', again, { provenance: 'generated', publishedAt: againAt }));

  // Deleted; another one was entered in its place.
  const deleted = await log.generated('today-4', DATE, '17:00');
  add(deleted, due('17:00'));
  add({ kind: 'withdraw', id: 'today-4', drawNo: deleted.drawNo, deleted: true }, due('17:00') + MINUTE);
  const entered = resultFor(DATE, '17:00', '44444');
  const enteredAt = due('17:00') + 2 * MINUTE;
  add(await log.sealed('today-4b', entered), enteredAt);
  add(log.unsealed('today-4b', entered));
  draws.push(drawOf('today-4b', entered, { provenance: 'entered', publishedAt: timeText(enteredAt) }));

  add(log.opened(DATE, '19:00'), drawInstant(DATE, '19:00'));
  for (const commit of await log.commitments(addDays(DATE, 1)))
    add(commit, drawInstant(DATE, '19:00') + MINUTE);
}

const content = makeContent();

export interface TestSite {
  url: string;
  content: SiteContent;
  signer: Signer;
  /** The paths that were asked for. */
  requests: string[];
  /** Changes responses. */
  intercept: ((path: string, usual: () => Promise<Response>) => Promise<Response> | Response) | null;
  /** The checkpoint of what the site has, or of the first entries. */
  checkpoint(size?: number): Promise<Checkpoint>;
  note(size?: number): Promise<string>;
  stop(): Promise<void>;
}

interface HashedLog extends Tree {
  /** By level of tiles. */
  hashes: Bytes[][];
}

async function hashLog(texts: readonly string[]): Promise<HashedLog> {
  const hashes: Bytes[][] = [[]];
  let tree: Tree = { size: 0, frontier: [] };
  for (const text of texts) {
    tree = await appendLeaf(tree, await hashLeaf(text, nodeCrypto), nodeCrypto, ({ level, hash }) => {
      if (level % TILE_HEIGHT > 0) return;
      hashes[level / TILE_HEIGHT] ??= [];
      hashes[level / TILE_HEIGHT]?.push(hash);
    });
  }
  return { ...tree, hashes };
}

const PAGE_SIZE = 100;

/** Hashes a log again only if it has changed. */
function createHashing(): typeof hashLog {
  let last: { texts: readonly string[]; hashed: Promise<HashedLog> } = { texts: [], hashed: hashLog([]) };
  return (texts) => {
    const isSame = texts.length === last.texts.length && texts.every((text, at) => text === last.texts[at]);
    if (!isSame) last = { texts: [...texts], hashed: hashLog(texts) };
    return last.hashed;
  };
}

export async function startSite(): Promise<TestSite> {
  const hashed = createHashing();
  const site: TestSite = {
    url: '',
    content: structuredClone(await content),
    signer: newSigner(ORIGIN),
    requests: [],
    intercept: null,
    async checkpoint(size = site.content.texts.length) {
      const { frontier } = await hashed(site.content.texts.slice(0, size));
      return { origin: site.content.origin, size, root: await rootOf(frontier, nodeCrypto) };
    },
    async note(size) {
      const checkpoint = await site.checkpoint(size);
      return noteOf(checkpointBody(checkpoint), { ...site.signer, name: checkpoint.origin });
    },
    stop: () => server.stop(true),
  };

  async function tile(level: string, rest: string): Promise<Response> {
    const address = parseTilePath(level, rest);
    if (!address) return new Response(null, { status: 404 });
    const start = address.position * TILE_WIDTH;
    const end = start + address.width;
    if (address.level === 'entries') {
      const entries = site.content.texts.slice(start, end).map((text) => new TextEncoder().encode(text));
      return entries.length < address.width
        ? new Response(null, { status: 404 })
        : new Response(encodeBundle(entries));
    }
    const hashes = (await hashed(site.content.texts)).hashes[address.level]?.slice(start, end) ?? [];
    return hashes.length < address.width
      ? new Response(null, { status: 404 })
      : new Response(joinBytes(hashes));
  }

  /** Smaller pages than those of a real site: the list has several. */
  function list(query: URLSearchParams): Response {
    const start = Number(query.get('cursor') ?? 0);
    const items = site.content.draws.slice(start, start + PAGE_SIZE);
    const next = start + PAGE_SIZE;
    return Response.json({ items, nextCursor: next < site.content.draws.length ? String(next) : null });
  }

  async function respond({ pathname, searchParams }: URL): Promise<Response> {
    const { origin: name } = site.content;
    if (pathname === '/log/key') {
      return new Response(`${await verifierKeyText({ ...site.signer, name }, nodeCrypto)}\n`);
    }
    if (pathname === '/log/checkpoint') return new Response(await site.note());
    if (pathname === '/api/draws') return list(searchParams);
    const [, level = '', rest = ''] = /^\/log\/tile\/(\w+)\/(.*)$/.exec(pathname) ?? [];
    return tile(level, rest);
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const address = new URL(request.url);
      const path = address.pathname + address.search;
      site.requests.push(path);
      return site.intercept ? site.intercept(path, () => respond(address)) : respond(address);
    },
  });
  site.url = server.url.origin;
  return site;
}

/** Audits it without waiting. */
export const auditTestSite = ({ url }: TestSite, options: Partial<AuditOptions> = {}) =>
  auditSite({
    url,
    chains: new Map([[log.signer.chain.id, log.signer.chain]]),
    crypto: nodeCrypto,
    rememberedNote: null,
    now: NOW,
    report: () => {},
    pause: async () => {},
    ...options,
  });
