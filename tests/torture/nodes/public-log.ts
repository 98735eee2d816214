/** Checks that the nodes have one public log: without gaps, the same on every node, and without findings of the auditor. */
import { auditSite } from '../../../src/cli/audit/audit-site.ts';
import { SECOND } from '../../../src/core/ist-time.ts';
import { digitsFromSeed } from '../../../src/core/public-log/commitment.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import { nodeCrypto } from '../../../src/server/public-log/node-crypto.ts';
import { request } from './request.ts';
import type { TorturedSite } from './site.ts';

/** Longer than a node may keep a checkpoint in its cache. */
const SAME_WITHIN = 6 * SECOND;

export class PublicLogCheck {
  audits = 0;
  /** The checkpoint after the unit before: the log must still contain it. */
  #remembered: string | null = null;

  /** Call this while all nodes are healthy and nothing changes. */
  async run(site: TorturedSite): Promise<void> {
    await checkStoredLog(site);
    await checkSameCheckpoint(site);
    await this.#audit(site);
  }

  async #audit({ nodes, database, beacon, tally }: TorturedSite): Promise<void> {
    const node = nodes[this.audits % nodes.length] ?? nodes[0];
    const { findings, log } = await auditSite({
      url: node.url,
      chains: new Map([[beacon.chain.id, beacon.chain]]),
      crypto: nodeCrypto,
      rememberedNote: this.#remembered,
      now: database.now(),
      report: () => {},
    });
    this.audits += 1;
    for (const text of [...findings, ...(log?.notes ?? [])])
      tally.violate(`the auditor at ${node.name}: ${text}`);
    this.#remembered = log?.checkpoint ?? this.#remembered;
  }
}

interface StoredLog {
  size: number;
  entries: number;
  first: number;
  last: number;
}

/** Positions have no gap, and each public result has one entry for each time it was published. */
async function checkStoredLog({ database, tally }: TorturedSite): Promise<void> {
  const [log] = await database.query<StoredLog>(
    `select (select size::int from log_state) as size, count(*)::int as entries,
            min(position)::int as first, max(position)::int as last
     from log_entries`,
  );
  if (log?.first !== 0 || log.entries !== log.size || log.last !== log.size - 1)
    tally.count('lost', `the public log has gaps: ${JSON.stringify(log)}`);
  const results = await database.query<{ draw_no: string; entries: number }>(
    `select draw_no, (select count(*)::int from log_entries
                      where draw_id = draws.id and text::json ->> 'kind' = 'result') as entries
     from draws where published = 1`,
  );
  for (const { draw_no, entries } of results) {
    if (entries < 1) tally.count('lost', `${draw_no} is published and has no result in the public log`);
    if (entries > 1) tally.count('doubled', `${draw_no} has ${entries} results in the public log`);
  }
}

/** All nodes sign the same text for the same size. */
async function checkSameCheckpoint({ nodes, database, tally }: TorturedSite): Promise<void> {
  const [state] = await database.query<{ size: number }>('select size::int as size from log_state');
  const texts = new Map<number, { node: string; text: string }>();
  const deadline = performance.now() + SAME_WITHIN;
  for (const node of nodes) {
    let size: number | null = null;
    while (size !== state?.size && performance.now() < deadline) {
      if (size !== null) await Bun.sleep(100);
      const text = (await request(tally, node, '/log/checkpoint'))?.body ?? '';
      size = Number(text.split('\n')[1]);
      const known = texts.get(size) ?? { node: node.name, text };
      texts.set(size, known);
      if (known.text !== text)
        tally.violate(`${known.node} and ${node.name} sign different logs: ${known.text} | ${text}`);
    }
    if (size !== state?.size) tally.violate(`${node.name} shows a log of ${size} and not of ${state?.size}`);
  }
}

interface SeededDraft {
  slot: Slot;
  draw_no: string;
  chain: string;
  round: number;
  seed: string;
  signature: string | null;
  provenance: string | null;
  digits: string | null;
}

/** Waits for nothing: call it when the drafts of the day are there. */
export async function checkSeededDrafts(site: TorturedSite, date: string): Promise<void> {
  const { database, beacon, tally } = site;
  const drafts = await database.query<SeededDraft>(
    `select seeds.slot, seeds.draw_no, chain, round::float8 as round, seed, signature, provenance,
            digit_1 || digit_2 || digit_3 || digit_4 || digit_5 as digits
     from seeds join seed_days using (date) left join draws on draws.date = seeds.date and draws.slot = seeds.slot
     where seeds.date = '${date}' order by seeds.slot`,
  );
  if (drafts.length !== SLOTS.length || drafts.some(({ digits }) => digits === null))
    tally.count('lost', `${date} has drafts or seeds missing: ${JSON.stringify(drafts)}`);
  for (const { slot, draw_no, chain, round, seed, signature, provenance, digits } of drafts) {
    if (chain !== beacon.chain.id) tally.violate(`${draw_no} was committed without the beacon`);
    if (provenance !== 'generated') continue;
    const context = { date, slot, drawNo: draw_no, chain, round };
    const expected = await digitsFromSeed(context, Uint8Array.fromHex(seed), signature, nodeCrypto);
    if (digits !== expected)
      tally.violate(`${draw_no} is ${digits}, and its seed and the beacon give ${expected}`);
  }
  await checkEntriesOfDay(site, date, drafts[0]?.signature ?? null);
}

/** One commitment per slot, and `nobeacon` once if there is no signature. */
async function checkEntriesOfDay(
  { database, tally }: TorturedSite,
  date: string,
  signature: string | null,
): Promise<void> {
  const [counts] = await database.query<{ commits: number; nobeacon: number }>(
    `select count(*) filter (where kind = 'commit')::int as commits,
            count(*) filter (where kind = 'nobeacon')::int as nobeacon
     from (select text::json ->> 'kind' as kind, text::json ->> 'date' as date from log_entries) as entries
     where date = '${date}'`,
  );
  if (counts?.commits !== SLOTS.length || counts.nobeacon !== (signature === null ? 1 : 0))
    tally.violate(`the log of ${date} has ${JSON.stringify(counts)} with the signature ${signature}`);
}

/** Whether the round of the day is known, or known to be missing. */
export async function isBeaconDecided({ database }: TorturedSite, date: string): Promise<boolean> {
  const [day] = await database.query<{ beacon: string }>(
    `select beacon from seed_days where date = '${date}'`,
  );
  return day !== undefined && day.beacon !== 'awaited';
}
