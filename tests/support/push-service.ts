/** A push service on this machine that decrypts what devices would get; runs in Bun and Node. */
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import type { BrowserSubscription } from '../../src/contract/push.ts';

interface Device {
  pair: ECDH;
  authSecret: Buffer;
}

interface PushedMessage {
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** Decrypted with the keys of the device. */
  json(): unknown;
}

export interface PushService {
  origin: string;
  received: PushedMessage[];
  /** How it responds; by default 201. */
  respond(response: ServerResponse, message: PushedMessage): void;
  /** As `PushManager.subscribe` does in a browser. */
  subscribe(): BrowserSubscription;
  /** Throws unless the message is signed for this push service with that key; returns the named contact. */
  verifySignature(message: PushedMessage, publicKey: string): string;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const received: PushedMessage[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const endpoint = `${service.origin}${request.url}`;
    const device = devices.get(endpoint);
    if (!device) return void response.writeHead(404).end();
    const message: PushedMessage = {
      endpoint,
      headers: request.headers,
      json: () => JSON.parse(open(body, device).toString()),
    };
    received.push(message);
    service.respond(response, message);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: (response) => void response.writeHead(201).end(),
    subscribe() {
      const device = { pair: createECDH('prime256v1'), authSecret: randomBytes(16) };
      const p256dh = device.pair.generateKeys('base64url');
      const endpoint = `${service.origin}/push/${randomBytes(24).toString('base64url')}`;
      devices.set(endpoint, device);
      return { endpoint, keys: { p256dh, auth: device.authSecret.toString('base64url') } };
    },
    verifySignature: ({ headers }, publicKey) => verifySignature(headers, service.origin, publicKey),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

const open = (body: Buffer, { pair, authSecret }: Device): Buffer =>
  decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret });

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function verifySignature(
  { authorization = '' }: IncomingHttpHeaders,
  origin: string,
  publicKey: string,
): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: toKeyObject(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the signature is not valid');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = Date.now() / 1000;
  if (aud !== origin || exp < seconds || exp > seconds + 86_400)
    throw new Error('signed for another service');
  return sub;
}

function toKeyObject(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
}
