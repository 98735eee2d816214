/** A real mail server in this process, which can be told to be slow, to refuse, or to say nothing at all. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  source: string;
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Set: every recipient is refused with these words. */
  refusal: string | null;
  /** How long it takes to accept a message. */
  slowness: number;
  stop(): Promise<void>;
}

/** With a port it comes back where an earlier one was. */
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
  server.on('error', () => {}); // a client that hangs up is no concern of a test
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const taken = (server.server.address() as AddressInfo).port;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received: [],
    refusal: null,
    slowness: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
