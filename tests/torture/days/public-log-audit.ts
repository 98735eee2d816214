/** Audits the public log of a simulated site as anyone can: its tree, every entry, and the results both ways. */
import { differencesOfLists } from '../../../src/cli/audit/published-draws.ts';
import type { BeaconChain } from '../../../src/core/public-log/beacon-chain.ts';
import type { Crypto } from '../../../src/core/public-log/crypto.ts';
import { rootOf } from '../../../src/core/public-log/merkle.ts';
import { createReplay } from '../../../src/core/public-log/replay.ts';
import { findLateCommitments } from '../../../src/core/public-log/replay-commitments.ts';
import { publicDraws } from '../../../src/core/public-log/replay-state.ts';
import { TILE_WIDTH } from '../../../src/core/public-log/tiles.ts';
import { nodeCrypto } from '../../../src/server/public-log/node-crypto.ts';
import { readLogState } from '../../../src/server/storage/public-log/log-store.ts';
import { streamPublishedDraws } from '../../../src/server/storage/public-reads.ts';
import type { Reader, Row } from '../../../src/server/storage/schema.ts';
import { hashOfLeaf, hashOfTree } from './log-hashes.ts';

const verified = new Map<string, Promise<boolean>>();

/** Verifies each signature of the beacon once: it takes 20 ms. */
const crypto: Crypto = {
  ...nodeCrypto,
  verifyBls(publicKey, signature, message) {
    const key = [publicKey, signature, message].map((bytes) => bytes.toHex()).join(' ');
    const known = verified.get(key) ?? nodeCrypto.verifyBls(publicKey, signature, message);
    verified.set(key, known);
    return known;
  },
};

interface AuditedLog {
  /** The number of the log, and the origin that it must have. */
  log: number;
  origin: string;
  beacon: BeaconChain | null;
}

export class PublicLogAudit {
  readonly #log: number;
  readonly #origin: string;
  readonly #replay: ReturnType<typeof createReplay>;
  readonly #leaves: Buffer[] = [];

  constructor({ log, origin, beacon }: AuditedLog) {
    this.#log = log;
    this.#origin = origin;
    const chains = new Map(beacon ? [[beacon.id, beacon]] : []);
    this.#replay = createReplay({ origin, chains, crypto });
  }

  get size(): number {
    return this.#leaves.length;
  }

  /** Returns what is wrong; reads only the entries since the last call. */
  async check(db: Reader): Promise<string[]> {
    const rows = await db
      .selectFrom('log_entries')
      .selectAll()
      .where('log', '=', this.#log)
      .where('position', '>=', this.size)
      .orderBy('position')
      .execute();
    const findings: (string | null)[] = [];
    for (const row of rows) {
      findings.push(this.#checkRow(row), await this.#replay.apply(row.text));
    }
    findings.push(this.#replay.findIncomplete(), await this.#checkTree(db));
    const published = (await Array.fromAsync(streamPublishedDraws(db))).flat();
    const differences = differencesOfLists(published, publicDraws(this.#replay.state));
    return [...findings, ...differences].filter((finding) => finding !== null);
  }

  /** The numbers of the draws whose seeds should have been opened by now. */
  findLate(now: number): string[] {
    return findLateCommitments(this.#replay.state, now).map(({ drawNo }) => drawNo);
  }

  #checkRow({ position, text, hash, draw_id }: Row<'log_entries'>): string | null {
    const leaf = hashOfLeaf(text);
    const index = this.#leaves.push(leaf) - 1;
    if (position !== index) return `Entry ${index} of the log has the position ${position}.`;
    if (hash !== leaf.toString('base64')) return `Entry ${index} of the log has a wrong hash.`;
    const { id = null } = JSON.parse(text);
    return draw_id === id ? null : `Entry ${index} of the log is found as that of ${draw_id}.`;
  }

  async #checkTree(db: Reader): Promise<string | null> {
    const state = await readLogState(db);
    if (!state) return 'No log is open.';
    if (state.log !== this.#log || state.origin !== this.#origin)
      return `The log is ${state.log} of ${state.origin} instead of ${this.#log} of ${this.#origin}.`;
    if (state.size !== this.size) return `The log has ${this.size} entries, and its size is ${state.size}.`;
    const root = Buffer.from(await rootOf(state.frontier, nodeCrypto));
    return root.equals(hashOfTree(this.#leaves)) ? null : 'The root of the log is not that of its entries.';
  }

  /** The hashes that proofs need besides those of the entries. */
  async checkTiles(db: Reader): Promise<string[]> {
    const rows = await db
      .selectFrom('log_tiles')
      .selectAll()
      .where('log', '=', this.#log)
      .orderBy('position')
      .execute();
    const expected = Array.from({ length: Math.floor(this.size / TILE_WIDTH) }, (_, position) => {
      const leaves = this.#leaves.slice(position * TILE_WIDTH, (position + 1) * TILE_WIDTH);
      return { log: this.#log, level: 1, position, hash: hashOfTree(leaves).toString('base64') };
    });
    return Bun.deepEquals(rows, expected) ? [] : ['The hashes of the tiles are not those of the entries.'];
  }
}
