/** Starts the beacon of the demo: a server on this machine that signs the rounds of a new key. */
import type { BeaconChain } from '../../core/public-log/beacon-chain.ts';
import { type BeaconAnswer, beaconSetting } from './beacon-signer.ts';

export interface DemoBeacon {
  url: string;
  chain: BeaconChain;
  /** The value of BEACON for it. */
  setting: string;
  fetchSignature(round: number): Promise<string>;
}

/** Ends with the process. */
export async function startDemoBeacon(): Promise<DemoBeacon> {
  const thread = new Worker(new URL('./beacon-thread.ts', import.meta.url));
  const { url, chain } = await new Promise<Pick<DemoBeacon, 'url' | 'chain'>>((resolve, reject) => {
    thread.addEventListener('message', ({ data }) => resolve(data));
    thread.addEventListener('error', ({ message }) => reject(new Error(message)));
  });
  return {
    url,
    chain,
    setting: beaconSetting(url, chain),
    async fetchSignature(round) {
      const response = await fetch(`${url}/${chain.id}/public/${round}`);
      return ((await response.json()) as BeaconAnswer).signature;
    },
  };
}
