/** The beacon of the demo, in a thread of its own: signing a round takes ten milliseconds. */
import { answerOf, createBeaconSigner } from './beacon-signer.ts';

const { chain, sign } = createBeaconSigner();
const path = new RegExp(`^/${chain.id}/public/([1-9][0-9]{0,9})$`);

/** Signs any round, because the clock of the demo is not that of the machine. */
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const [, round] = path.exec(new URL(request.url).pathname) ?? [];
    if (!round) return new Response('unknown path', { status: 404 });
    return Response.json(answerOf(Number(round), sign(Number(round))));
  },
});
postMessage({ url: server.url.origin, chain });
