/** Where a mail goes: to a mail server, or as a file into the outbox when there is none. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { SECOND } from '../../core/ist-time.ts';
import { createPrivateFolder } from '../private-folder.ts';
import type { QueuedMail } from '../storage/operations/mails-store.ts';

/** Fails when the mail could not be handed over. */
export type Deliver = (mail: QueuedMail) => Promise<void>;

export interface TransportParts {
  smtpUrl: string | null;
  from: string;
  outbox: string;
  /** How long a mail server may stay silent. */
  patience?: number;
}

export const createDelivery = ({ smtpUrl, from, outbox, patience = 20 * SECOND }: TransportParts): Deliver =>
  smtpUrl === null ? writeToOutbox(outbox, from) : sendBySmtp(smtpUrl, from, patience);

function sendBySmtp(url: string, from: string, patience: number): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  });
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from));
  };
}

function writeToOutbox(outbox: string, from: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    const time = new Date(mail.created_at).toISOString().replaceAll(':', '-');
    const file = join(outbox, `${time}-${mail.id}.eml`);
    createPrivateFolder(outbox);
    // Whoever watches the folder must never see half a mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** Addresses go in as objects, so that nothing in them is read as a list of further recipients. */
const messageOf = (mail: QueuedMail, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  ...(mail.html !== null && { html: mail.html }),
  date: new Date(mail.created_at),
  // The same at each attempt: if one was delivered without our learning of it, mail programs show it once.
  messageId: `<${mail.id}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const domainOf = (address: string): string => /@([^\s>@]+)/.exec(address)?.[1] ?? 'localhost';
