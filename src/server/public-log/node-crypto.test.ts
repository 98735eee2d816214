import { describe, expect, test } from 'bun:test';
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { FpIsSquare } from '@noble/curves/abstract/modular.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { isGenuineSignature, QUICKNET } from '../../core/public-log/beacon-chain.ts';
import type { Bytes } from '../../core/public-log/crypto.ts';
import { nodeCrypto } from './node-crypto.ts';

const bytes = (length: number): Bytes => new Uint8Array(length).fill(7);

describe('hashing', () => {
  test('joins texts as UTF-8 and bytes', async () => {
    const joined = Buffer.concat([Buffer.from('é\n'), Buffer.from([0, 255]), Buffer.from('₹')]);
    const data = ['é\n', new Uint8Array([0, 255]), '₹'];
    const key = new Uint8Array([1, 2, 3]);
    expect((await nodeCrypto.sha256(...data)).toHex()).toBe(
      createHash('sha256').update(joined).digest('hex'),
    );
    expect((await nodeCrypto.hmacSha256(key, ...data)).toHex()).toBe(
      createHmac('sha256', key).update(joined).digest('hex'),
    );
  });

  test('has the values of the standards', async () => {
    // FIPS 180-2, and test case 2 of RFC 4231.
    expect((await nodeCrypto.sha256('abc')).toHex()).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    const key = new Uint8Array(Buffer.from('Jefe'));
    expect((await nodeCrypto.hmacSha256(key, 'what do ya want ', 'for nothing?')).toHex()).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('verifyEd25519', () => {
  // Test 1 of RFC 8032: the empty text.
  const publicKey = Uint8Array.fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const signature = Uint8Array.fromHex(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  );

  test('accepts the vector of RFC 8032', async () => {
    expect(await nodeCrypto.verifyEd25519(publicKey, signature, '')).toBe(true);
  });

  test('accepts a signature of a text as UTF-8, of this text only', async () => {
    const pair = generateKeyPairSync('ed25519');
    const text = 'origin\n7\n— ₹\n';
    const x = pair.publicKey.export({ format: 'jwk' }).x ?? '';
    const key = Uint8Array.fromBase64(x, { alphabet: 'base64url' });
    const signed = new Uint8Array(sign(null, Buffer.from(text), pair.privateKey));
    expect(await nodeCrypto.verifyEd25519(key, signed, text)).toBe(true);
    expect(await nodeCrypto.verifyEd25519(key, signed, `${text} `)).toBe(false);
    expect(await nodeCrypto.verifyEd25519(publicKey, signed, text)).toBe(false);
  });

  test('returns false for keys and signatures of any other length', async () => {
    for (const length of [0, 31, 33, 63, 65]) {
      expect(await nodeCrypto.verifyEd25519(bytes(length), signature, '')).toBe(false);
      expect(await nodeCrypto.verifyEd25519(publicKey, bytes(length), '')).toBe(false);
    }
  });
});

describe('verifyBls', () => {
  const ROUND = 1000;
  const SIGNATURE =
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  const KEY = Uint8Array.fromHex(QUICKNET.publicKey);
  const isGenuine = (signature: string, round = ROUND, publicKey = QUICKNET.publicKey) =>
    isGenuineSignature({ publicKey }, round, signature, nodeCrypto);

  test('accepts the signature of round 1000 of quicknet', async () => {
    expect(await isGenuine(SIGNATURE)).toBe(true);
    expect((await nodeCrypto.sha256(Uint8Array.fromHex(SIGNATURE))).toHex()).toBe(
      'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    );
  });

  test('refuses it for another round, and with another key', async () => {
    expect(await isGenuine(SIGNATURE, ROUND + 1)).toBe(false);
    expect(await isGenuine(SIGNATURE, ROUND, createBeaconSigner().chain.publicKey)).toBe(false);
  });

  test('refuses a valid point that is not the signature', async () => {
    const point = bls12_381.shortSignatures.Signature.fromHex(SIGNATURE);
    for (const other of [point.negate(), point.double(), bls12_381.G1.Point.BASE]) {
      expect(await isGenuine(bls12_381.shortSignatures.Signature.toHex(other))).toBe(false);
    }
  });

  test('refuses the point at infinity as a signature and as a key', async () => {
    expect(await isGenuine(`c0${'00'.repeat(47)}`)).toBe(false);
    expect(await isGenuine(SIGNATURE, ROUND, `c0${'00'.repeat(95)}`)).toBe(false);
    expect(await isGenuine(`c0${'00'.repeat(47)}`, ROUND, `c0${'00'.repeat(95)}`)).toBe(false);
  });

  test('returns false for whatever is no point', async () => {
    const message = bytes(32);
    for (const length of [0, 1, 47, 48, 49, 96]) {
      expect(await nodeCrypto.verifyBls(KEY, bytes(length), message)).toBe(false);
      expect(await nodeCrypto.verifyBls(bytes(length), Uint8Array.fromHex(SIGNATURE), message)).toBe(false);
    }
    const anyBytes = fc.uint8Array({ minLength: 48, maxLength: 48 });
    await fc.assert(
      fc.asyncProperty(anyBytes, async (signature) => {
        // The flag of a compressed point, so that more than the first bit is checked.
        signature[0] = 0x80 | (signature[0] ?? 0);
        expect(await nodeCrypto.verifyBls(KEY, new Uint8Array(signature), message)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  // Each spelling has another hash: who knows the seed could choose between several results.
  describe('accepts one spelling of a signature only', () => {
    const { sign: signRound, chain } = createBeaconSigner();
    const { Point } = bls12_381.G1;
    const FLAGS = 0b111n << 381n;
    const isAccepted = (round: number, spelling: bigint) =>
      isGenuine(spelling.toString(16).padStart(96, '0'), round, chain.publicKey);

    test('not one with a coordinate above the order of the field', async () => {
      const { ORDER } = bls12_381.fields.Fp;
      let round = 0;
      let number: bigint;
      let larger: bigint;
      // Not every coordinate leaves room for the addition.
      do {
        round += 1;
        number = BigInt(`0x${signRound(round)}`);
        larger = (number & ~FLAGS) + ORDER;
      } while (larger >= 1n << 381n);
      expect(await isAccepted(round, number)).toBe(true);
      expect(await isAccepted(round, (number & FLAGS) | larger)).toBe(false);
    });

    test('not one with other flags', async () => {
      const number = BigInt(`0x${signRound(1)}`);
      for (const flag of [0b100n, 0b010n, 0b001n]) {
        expect(await isAccepted(1, number ^ (flag << 381n))).toBe(false);
      }
    });

    test('not one outside of the subgroup, although its pairing is the same', async () => {
      const signature = Point.fromHex(signRound(1));
      const stray = signature.add(pointOfSmallOrder());
      expect(stray.clearCofactor().equals(signature.clearCofactor())).toBe(true);
      expect(await isAccepted(1, spellingOf(signature))).toBe(true);
      expect(await isAccepted(1, spellingOf(stray))).toBe(false);
    });
  });
});

/** A point of the curve that is not in the subgroup of the signatures: its order divides the cofactor. */
function pointOfSmallOrder() {
  const { Fp } = bls12_381.fields;
  const { Point } = bls12_381.G1;
  for (let x = 1n; ; x += 1n) {
    const square = Fp.create(x ** 3n + 4n);
    if (!FpIsSquare(Fp, square)) continue;
    const point = Point.fromAffine({ x, y: Fp.sqrt(square) });
    const small = point.multiplyUnsafe(Point.Fn.ORDER - 1n).add(point);
    if (!small.is0()) return small;
  }
}

/** The library encodes points of the subgroup only. */
function spellingOf(point: ReturnType<typeof pointOfSmallOrder>): bigint {
  const { x, y } = point.toAffine();
  const isLargerRoot = 2n * y > bls12_381.fields.Fp.ORDER;
  return ((isLargerRoot ? 0b101n : 0b100n) << 381n) | x;
}

test('@noble/curves is not loaded before the first verification', async () => {
  const program = `
    const { nodeCrypto } = await import('./src/server/public-log/node-crypto.ts');
    const isLoaded = () => Object.keys(require.cache).some((path) => path.includes('@noble/curves'));
    const before = isLoaded();
    await nodeCrypto.verifyBls(new Uint8Array(96), new Uint8Array(48), new Uint8Array(32));
    console.log(before, isLoaded());`;
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' });
  expect(await new Response(child.stdout).text()).toBe('false true\n');
});
