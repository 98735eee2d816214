/** One attempt to send a message: signed as in Standard Webhooks, to an address that was checked. */
import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { PRODUCT_NAME } from '../../core/branding.ts';
import { type Instant, SECOND } from '../../core/ist-time.ts';
import type { LookUp, ResolvedAddress } from '../outgoing/look-up.ts';
import { type AllowedReceivers, resolveReceiver } from '../outgoing/receiver-address.ts';

export interface Message {
  /** Sent as `webhook-id`. */
  id: string;
  url: string;
  secret: string;
  body: string;
}

export interface Answer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

export interface SendOptions {
  /** The time of the attempt, which receivers compare with their own. */
  at: Instant;
  allowed: AllowedReceivers;
  /** For the whole attempt, in milliseconds. */
  timeout: number;
  /** By default the resolver of the system. */
  lookUp?: LookUp;
}

const MAX_ANSWER_LENGTH = 1_000;
const MAX_ANSWER_BYTES = 4_000;
/** For the body of an answer whose status is known already. */
const ANSWER_WITHIN = 2 * SECOND;

/** Throws when there is no answer. Redirects are not followed. */
export async function sendMessage(message: Message, options: SendOptions): Promise<Answer> {
  const url = new URL(message.url);
  const stop = new AbortController();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    stop.abort();
    timeout.reject(new Error(`No answer within ${Math.round(options.timeout / SECOND)} s.`));
  }, options.timeout);
  const send = async (): Promise<Answer> => {
    const addresses = await resolveReceiver(url, options.allowed, options.lookUp);
    // Resolving cannot be aborted, so the time may be over.
    stop.signal.throwIfAborted();
    return post(url, addresses, { ...message, headers: headersOf(message, options.at), signal: stop.signal });
  };
  try {
    return await Promise.race([send(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const headersOf = ({ id, secret, body }: Message, at: Instant): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  'User-Agent': `${PRODUCT_NAME.replaceAll(' ', '')}-Webhooks`,
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / SECOND)),
  'webhook-signature': new Webhook(secret).sign(id, new Date(at), body),
});

interface Post {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/** `fetch` cannot be told which address to connect to, and it obeys HTTP_PROXY. */
function post(url: URL, addresses: ResolvedAddress[], { headers, body, signal }: Post): Promise<Answer> {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    // Without an agent: a connection that is kept open could belong to another address.
    const request = send(url, { method: 'POST', headers, lookup, agent: false, signal }, (response) => {
      void readAnswer(request, response).then(resolve, reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(new Error(describe(error))));
    request.end(body);
  });
}

/** A receiver that never ends its answer is cut off. */
async function readAnswer(request: ClientRequest, response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(ended.resolve, ANSWER_WITHIN);
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_ANSWER_BYTES) chunks.push(chunk);
    else chunks.push(chunk.subarray(0, Math.max(0, MAX_ANSWER_BYTES - (length - chunk.length))));
    if (length >= MAX_ANSWER_BYTES) ended.resolve();
  });
  for (const event of ['end', 'error', 'close', 'aborted']) response.on(event, () => ended.resolve());
  await ended.promise;
  clearTimeout(timer);
  request.destroy();
  return { status: response.statusCode ?? 0, text: printable(Buffer.concat(chunks).toString()) };
}

/** PostgreSQL does not store NUL. */
const printable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .toWellFormed()
    .slice(0, MAX_ANSWER_LENGTH)
    .toWellFormed();

const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection without an answer.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ETIMEDOUT: 'The receiver cannot be reached.',
};

const describe = ({ code = '', message }: NodeJS.ErrnoException): string =>
  TEXTS[code] ?? (message || code || 'The connection failed.').slice(0, 300);
