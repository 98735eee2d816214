/** The public log of the demo, with fewer days than `npm run demo` makes. */
import { expect, test } from 'bun:test';
import { auditSite } from '../../src/cli/audit/audit-site.ts';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { fillSite } from '../../src/cli/demo/fill-site.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { TILE_WIDTH } from '../../src/core/public-log/tiles.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { startServer } from '../support/server.ts';

/** Enough for a day without a beacon, and for each kind of change by staff. */
const DAYS = 32;
const KINDS = ['commit', 'correct', 'nobeacon', 'open', 'opened', 'result', 'sealed', 'withdraw'];
const NOW = instantOf('2026-11-15', '11:59');

test('has every kind of entry, and the auditor finds nothing', async () => {
  const dataDir = makeDataDir();
  const { chain, sign } = createBeaconSigner();
  const database = await openDatabase({ kind: 'sqlite', file: `${dataDir.path}/swarna-chakra.db` });
  const beacon = { chain, fetchSignature: async (round: number) => sign(round) };
  const baseUrl = 'http://localhost';
  await fillSite({ database, baseUrl, beacon, daysOfHistory: DAYS, end: NOW, onDay() {} });
  await database.close();

  const server = await startServer({ DATA_DIR: dataDir.path, CLOCK_START: new Date(NOW).toISOString() });
  try {
    const { findings, log } = await auditSite({
      url: server.url,
      chains: new Map([[chain.id, chain]]),
      crypto: nodeCrypto,
      rememberedNote: null,
      now: NOW,
      report() {},
      pause: async () => {},
    });
    expect(findings).toEqual([]);
    // Of the draws of today, one is published; tomorrow is committed.
    expect(log).toMatchObject({ results: DAYS * SLOTS.length + 1, commitments: (DAYS + 2) * SLOTS.length });
    const rest = (log?.entries ?? 0) - TILE_WIDTH;
    const tiles = ['000', `001.p/${rest}`].map((tile) => fetch(`${server.url}/log/tile/entries/${tile}`));
    const texts = await Promise.all((await Promise.all(tiles)).map((response) => response.text()));
    const kinds = new Set([...texts.join('').matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual(KINDS);
  } finally {
    await server.stop();
    dataDir.remove();
  }
}, 60_000);
