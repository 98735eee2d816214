/** Limits of the check of a draw: times, spellings, keys, and unfinished corrections. */
import { describe, expect, test } from 'bun:test';
import {
  check,
  inputFor,
  openSignedLog,
  recordOf,
  shownAs,
  textOf,
} from '../../../tests/support/draw-proofs.ts';
import {
  D,
  DUE,
  drawn,
  EVE,
  genuine,
  LATER,
  OTHER_DIGITS,
  TYPED,
  typed,
} from '../../../tests/support/draws-in-log.ts';
import { beaconTime } from '../../../tests/support/public-log.ts';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import type { Instant } from '../ist-time.ts';
import { QUICKNET, roundAt, roundTime } from './beacon-chain.ts';
import { commitTo, digitsFromSeed } from './commitment.ts';

describe('a commitment', () => {
  const round = roundAt(QUICKNET, beaconTime(D));
  const revealed = roundTime(QUICKNET, round);

  async function findingAt(at: Instant): Promise<string> {
    const signed = openSignedLog(EVE);
    const [commit] = await signed.log.commitments(D);
    if (!commit) throw new Error('no commitment');
    signed.log.add(commit, at);
    const result = await signed.log.generated('a', D, '10:00');
    signed.log.add(result, DUE);
    return (await check(await inputFor(signed, shownAs(result, DUE)))).commitment.finding;
  }

  test('is before the beacon until its round comes out', async () => {
    expect(await findingAt(revealed - 1)).toBe('before the beacon');
    expect(await findingAt(revealed)).toBe('after the beacon');
  });
});

describe('a line of the key', () => {
  test('may end with one line break, and nothing else', async () => {
    const input = await genuine(drawn('with'));
    const line = input.key.slice(0, -1);
    for (const key of [line, `${line}\n`]) {
      expect((await check({ ...input, key })).log.finding).toBe('unchanged');
    }
    for (const key of [`${line} `, `${line}\n\n`, `${line}\r\n`, `${line}\v`, ` ${line}`]) {
      expect((await check({ ...input, key })).log.finding).toBe('not signed');
    }
  });
});

test('a hash has only one spelling in base64', async () => {
  const input = await genuine(drawn('with'));
  const { entries, consistency } = input.proof;
  // The last character before the padding has two bits that no byte needs.
  const respell = (hash: string): string => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = alphabet[alphabet.indexOf(hash.at(-2) ?? '') + 1] ?? '';
    return `${hash.slice(0, -2)}${other}=`;
  };
  const [first] = entries;
  if (!first || !consistency) throw new Error('no proof');
  expect(Uint8Array.fromBase64(respell(first.proof[0] ?? ''))).toEqual(
    Uint8Array.fromBase64(first.proof[0] ?? ''),
  );
  const respelled = entries.map((entry) => ({ ...entry, proof: entry.proof.map(respell) }));
  expect(await check({ ...input, proof: { ...input.proof, entries: respelled } })).toMatchObject({
    log: { finding: 'not in the log' },
  });
  const changed = { ...consistency, proof: consistency.proof.map(respell) };
  expect(await check({ ...input, proof: { ...input.proof, consistency: changed } })).toMatchObject({
    memory: { finding: 'rewritten' },
  });
});

test('a beacon that has only the name of the public one is not called public', async () => {
  const own = createBeaconSigner();
  const chain = { ...QUICKNET, publicKey: own.chain.publicKey };
  const signed = openSignedLog(EVE);
  const seed = new Uint8Array(32);
  const { drawNo, date, slot } = TYPED;
  const round = roundAt(QUICKNET, beaconTime(D));
  const context = { date, slot, drawNo, chain: QUICKNET.id, round };
  signed.log.add({ kind: 'commit', ...context, commit: await commitTo(context, seed, nodeCrypto) });
  const signature = own.sign(round);
  const digits = await digitsFromSeed(context, seed, signature, nodeCrypto);
  const result = { id: 'a', drawNo, date, slot, digits, provenance: 'generated' } as const;
  const opening = { seed: seed.toHex(), chain: QUICKNET.id, round, signature };
  signed.log.add({ kind: 'result', ...result, opening }, DUE);
  const input = await inputFor(signed, shownAs(result, DUE));
  const chains = new Map([[QUICKNET.id, chain]]);
  expect(await check({ ...input, chains })).toMatchObject({
    log: { finding: 'unchanged' },
    beacon: { outcome: 'passed', finding: 'genuine of this site' },
  });
});

test('a correction while a draw is withdrawn must be followed by its publication', async () => {
  const { signed, draw } = await typed('entered');
  const to = { ...TYPED, digits: OTHER_DIGITS };
  signed.log.add({ kind: 'withdraw', id: 'a', drawNo: draw.drawNo, deleted: false }, LATER);
  signed.log.add({ kind: 'correct', id: 'a', from: TYPED, to, reason: null });
  const corrections = [{ at: textOf(LATER), digits: TYPED.digits, reason: null }];
  const shown = { ...draw, ...to, provenance: 'corrected', corrections } as const;
  const { log, checkpoint } = await check(await inputFor(signed, shown, await recordOf(signed, EVE, 1)));
  expect([log.outcome, log.finding, checkpoint]).toEqual(['failed', 'breaks a rule', null]);
  expect(log.figures['rule']).toContain('was corrected while withdrawn, and not published');
});
