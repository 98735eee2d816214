/** Delivers a mail to the SMTP server, or as a file to the outbox folder if there is none. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { SECOND } from '../../core/ist-time.ts';
import { createPrivateFolder } from '../private-folder.ts';
import type { QueuedMail } from '../storage/operations/mails-store.ts';

/** Throws if the mail could not be delivered. */
export type Deliver = (mail: QueuedMail) => Promise<void>;

export interface TransportParts {
  smtpUrl: string | null;
  from: string;
  outbox: string;
  /** In milliseconds, for each step of the SMTP connection. */
  timeout?: number;
}

export const createDelivery = ({ smtpUrl, from, outbox, timeout = 20 * SECOND }: TransportParts): Deliver =>
  smtpUrl === null ? writeToOutbox(outbox, from) : sendBySmtp(smtpUrl, from, timeout);

/** Loaded with the first mail: it would take a tenth of the server's start. */
const loadNodemailer = () => import('nodemailer');

function sendBySmtp(url: string, from: string, timeout: number): Deliver {
  return async (mail) => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({
      url,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    });
    await transport.sendMail(messageOf(mail, from));
  };
}

function writeToOutbox(outbox: string, from: string): Deliver {
  return async (mail) => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(messageOf(mail, from));
    const time = new Date(mail.created_at).toISOString().replaceAll(':', '-');
    const file = join(outbox, `${time}-${mail.id}.eml`);
    createPrivateFolder(outbox);
    // Renamed at the end, so that programs which watch the folder never see an incomplete mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** The recipient is an object, so that an address is never parsed as a list of recipients. */
const messageOf = (mail: QueuedMail, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  ...(mail.html !== null && { html: mail.html }),
  date: new Date(mail.created_at),
  // The same for each attempt, so that mail programs show a mail that was delivered twice only once.
  messageId: `<${mail.id}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const domainOf = (address: string): string => /@([^\s>@]+)/.exec(address)?.[1] ?? 'localhost';
