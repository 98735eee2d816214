/** A receiver of webhooks on this machine that verifies signatures as partners do; runs in Bun and Node. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedMessage {
  path: string;
  id: string;
  timestamp: string;
  signature: string;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it as a whole.
  json: any;
}

export interface WebhookReceiver {
  url: string;
  port: number;
  received: ReceivedMessage[];
  /** How it answers; by default 204. */
  answer: (response: ServerResponse, message: ReceivedMessage) => void;
  /** Throws unless every message has a valid signature. */
  verifyAll(secret: string): void;
  types(): string[];
  stop(): Promise<void>;
}

export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const server = createServer(async (request, response) => {
    const message = await readMessage(request);
    received.push(message);
    receiver.answer(response, message);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${bound}/hook`,
    port: bound,
    received,
    answer: (response) => void response.writeHead(204).end(),
    verifyAll(secret) {
      const webhook = new Webhook(secret);
      for (const { id, timestamp, signature, body } of received)
        webhook.verify(body, {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        });
    },
    types: () => received.map(({ json }) => json.type),
    stop: () => close(server),
  };
  return receiver;
}

async function readMessage(request: IncomingMessage): Promise<ReceivedMessage> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    path: request.url ?? '',
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body,
    json: body === '' ? null : JSON.parse(body),
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
