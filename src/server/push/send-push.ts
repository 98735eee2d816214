/** Requests to push services: encrypted for the device (RFC 8291), signed with our key (RFC 8292). */
import { Agent as HttpAgent, type IncomingMessage, request as requestByHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import { SECOND } from '../../core/ist-time.ts';
import { receiverProblem, resolveReceiver } from '../outgoing/receiver-address.ts';
import type { PushKeys } from '../storage/push/push-keys-store.ts';
import { pushServiceOf } from './push-services.ts';
import type { PushMessage, PushOutcome, TransportSettings } from './push-transport.ts';
import { createSilentServices } from './silent-services.ts';

const ATTEMPT_TIMEOUT = 5 * SECOND;
const MAX_ANSWER_BYTES = 64 * 1024;
/** To one push service. */
const MAX_CONNECTIONS = 200;

const ENCODING = 'aes128gcm';

interface PushRequests {
  /** Resolves within the timeout of an attempt. */
  sendAll(messages: readonly PushMessage[], keys: PushKeys): Promise<PushOutcome[]>;
  /** Ends the requests under way: their outcome is `failed`. */
  abandon(): void;
}

export function createPushRequests({ contact, allowed, hosts }: TransportSettings): PushRequests {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const silent = createSilentServices(() => performance.now());
  const underWay = new Set<(reason: string) => void>();

  /** Signed once for each push service. */
  function signatures({ publicKey, privateKey }: PushKeys) {
    const headers = new Map<string, webPush.Headers>();
    return (origin: string): webPush.Headers => {
      const known = headers.get(origin);
      if (known) return known;
      const signed = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, ENCODING);
      headers.set(origin, signed);
      return signed;
    };
  }

  async function send(
    message: PushMessage,
    signatureFor: (origin: string) => webPush.Headers,
  ): Promise<PushOutcome> {
    const { endpoint, p256dh, auth, payload, topic, timeToLive } = message;
    const url = new URL(endpoint);
    const { origin } = url;
    const service = pushServiceOf(url, hosts);
    if (service === null) return 'gone';
    if (receiverProblem(endpoint, allowed) !== null) return 'refused';
    const target = { service, origin };
    if (silent.isPaused(target)) return 'failed';
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      contentEncoding: ENCODING,
      TTL: timeToLive,
      urgency: 'high',
      topic,
      headers: signatureFor(origin),
    });
    try {
      const status = await post(url, { headers, body });
      silent.noteAnswer(target);
      return outcomeOf(status);
    } catch {
      // Another attempt may succeed.
      silent.noteSilence(target);
      return 'failed';
    }
  }

  /** Rejects without an answer. The timeout does not rely on events of the request: some answers cause none. */
  function post(
    url: URL,
    { headers, body }: Pick<webPush.RequestDetails, 'headers' | 'body'>,
  ): Promise<number> {
    const isSecure = url.protocol === 'https:';
    // Called for each new connection: a connection that is kept open goes to an address that was checked.
    const lookup: LookupFunction = (_host, _options, callback) => {
      resolveReceiver(url, allowed).then(
        (addresses) => callback(null, addresses),
        (error) => callback(error, []),
      );
    };
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const request = (isSecure ? requestByHttps : requestByHttp)(
      url,
      { method: 'POST', headers, lookup, agent: agents[isSecure ? 'https:' : 'http:'] },
      (response) => {
        resolve(response.statusCode ?? 0);
        skipBody(response);
        response.on('close', finish);
      },
    );
    const finish = () => {
      clearTimeout(timer);
      underWay.delete(cancel);
    };
    const cancel = (reason: string) => {
      finish();
      reject(new Error(reason));
      request.destroy();
    };
    const timer = setTimeout(() => cancel('No answer in time.'), ATTEMPT_TIMEOUT);
    underWay.add(cancel);
    request.on('error', (error) => cancel(error.message));
    request.end(body);
    return promise;
  }

  return {
    async sendAll(messages, keys) {
      const signatureFor = signatures(keys);
      return Promise.all(messages.map((message) => send(message, signatureFor)));
    },
    abandon() {
      for (const cancel of underWay) cancel('The server stops.');
    },
  };
}

/** Its end frees the connection for the next message. */
function skipBody(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) response.destroy();
  });
  response.on('error', () => {});
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}
