/** An SMTP server in this process that can be slow or refuse recipients. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** If set, every recipient is refused with this message. */
  refusal: string | null;
  /** How long it waits before it accepts a mail, in milliseconds. */
  slowness: number;
  stop(): Promise<void>;
}

/** Pass the port of an earlier server to start it again at the same address. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onRcptTo: (_address, _session, done) => done(mail.refusal === null ? null : new Error(mail.refusal)),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      await Bun.sleep(mail.slowness);
      const { mailFrom, rcptTo } = session.envelope;
      mail.received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString(),
      });
      done();
    },
  });
  server.on('error', () => {}); // a client that disconnects is not an error
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const listenPort = (server.server.address() as AddressInfo).port;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${listenPort}`,
    port: listenPort,
    received: [],
    refusal: null,
    slowness: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
