/** A beacon with a key of its own that serves its rounds over HTTP as the relays of drand do, or fails to. */
import {
  answerOf,
  type BeaconAnswer,
  type BeaconSigner,
  beaconSetting,
  createBeaconSigner,
  type RoundTimes,
} from '../../src/cli/demo/beacon-signer.ts';
import { type BeaconChain, QUICKNET, roundAt } from '../../src/core/public-log/beacon-chain.ts';

/**
 * `off`: refuses connections. `hanging`: never answers. `dripping`: sends one byte after the other without an end.
 * `wrong round`: the right answer for another round. `huge`: the right answer after a megabyte of spaces.
 * `redirect`: to an address with the right answer.
 */
export type BeaconFault =
  | 'off'
  | 'hanging'
  | 'dripping'
  | 'wrong signature'
  | 'wrong round'
  | 'malformed JSON'
  | 'huge'
  | 'redirect';

export interface LocalBeacon {
  url: string;
  chain: BeaconChain;
  /** The value of BEACON for this chain. */
  setting: string;
  /** Null ends the fault. */
  fail(fault: BeaconFault | null): Promise<void>;
  /** The number of requests so far, also those that failed. */
  requests(): number;
  stop(): Promise<void>;
}

export interface LocalBeaconOptions extends Partial<RoundTimes> {
  /** With the time, rounds of the future are refused; without it, any round is signed. */
  now?: () => number;
  /** Default: a new key. */
  signer?: BeaconSigner;
}

export function startBeacon({ now, signer, ...times }: LocalBeaconOptions = {}): LocalBeacon {
  const { chain, sign } = signer ?? createBeaconSigner({ ...QUICKNET, ...times });
  const path = new RegExp(`^/(?:elsewhere/)?${chain.id}/public/([1-9][0-9]*)$`);
  let fault: BeaconFault | null = null;
  let requests = 0;

  const rightAnswer = (round: number): BeaconAnswer => answerOf(round, sign(round));

  const failures: Record<Exclude<BeaconFault, 'off'>, (round: number) => Response | Promise<Response>> = {
    hanging: () => new Promise(() => {}),
    dripping: () => new Response(dripSpaces()),
    'wrong signature': (round) => Response.json(answerOf(round, createBeaconSigner(chain).sign(round))),
    'wrong round': (round) => Response.json(rightAnswer(round + 1)),
    'malformed JSON': (round) => new Response(JSON.stringify(rightAnswer(round)).slice(0, -1)),
    huge: (round) => new Response(' '.repeat(2 ** 20) + JSON.stringify(rightAnswer(round))),
    redirect: (round) => Response.redirect(`${url}/elsewhere/${chain.id}/public/${round}`, 302),
  };

  function respond(request: Request): Response | Promise<Response> {
    requests += 1;
    const { pathname } = new URL(request.url);
    const round = Number(path.exec(pathname)?.[1]);
    if (Number.isNaN(round)) return new Response('unknown path', { status: 404 });
    if (now && round > roundAt(chain, now())) return new Response('too early', { status: 425 });
    const isRedirected = pathname.startsWith('/elsewhere/');
    if (fault === null || fault === 'off' || isRedirected) return Response.json(rightAnswer(round));
    return failures[fault](round);
  }

  const listen = (port: number) => Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 0, fetch: respond });
  let server: ReturnType<typeof listen> | null = listen(0);
  const url = server.url.origin;

  async function stop(): Promise<void> {
    await server?.stop(true);
    server = null;
  }

  return {
    url,
    chain,
    setting: beaconSetting(url, chain),
    async fail(kind) {
      fault = kind;
      if (kind === 'off') await stop();
      else server ??= listen(Number(new URL(url).port));
    },
    requests: () => requests,
    stop,
  };
}

function dripSpaces(): ReadableStream<string> {
  let timer: Timer | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(' '), 5);
    },
    cancel: () => clearInterval(timer),
  });
}
