/** A randomness beacon with a key of its own, for the demo and the tests: signs rounds as drand does. */
import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type BeaconChain, BLS_DOMAIN, QUICKNET } from '../../core/public-log/beacon-chain.ts';

const { shortSignatures } = bls12_381;

const sha256 = (data: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(data).digest());

export type RoundTimes = Pick<BeaconChain, 'genesis' | 'period'>;

export interface BeaconSigner {
  chain: BeaconChain;
  /** Returns the signature of a round in hex. */
  sign(round: number): string;
}

interface SignerOptions extends RoundTimes {
  /** Gives the key, so that each run has the same. Default: a new key. */
  seed?: Uint8Array;
}

export function createBeaconSigner({ genesis, period, seed }: SignerOptions = QUICKNET): BeaconSigner {
  const { secretKey, publicKey } = shortSignatures.keygen(seed);
  return {
    chain: { id: sha256(publicKey.toBytes()).toHex(), publicKey: publicKey.toHex(), genesis, period },
    sign(round) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(round));
      const message = shortSignatures.hash(sha256(bytes), BLS_DOMAIN);
      return shortSignatures.Signature.toHex(shortSignatures.sign(message, secretKey));
    },
  };
}

/** What a relay answers. */
export interface BeaconAnswer {
  round: number;
  randomness: string;
  signature: string;
}

export const answerOf = (round: number, signature: string): BeaconAnswer => ({
  round,
  randomness: sha256(Uint8Array.fromHex(signature)).toHex(),
  signature,
});

/** The value of BEACON for a chain with one relay. */
export const beaconSetting = (url: string, { publicKey, genesis, period }: BeaconChain): string =>
  [url, publicKey, genesis, period].join('#');
