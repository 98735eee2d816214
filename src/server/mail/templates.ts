/** The content of every mail, as plain text and as simple HTML. */
import type { ContactMessage } from '../../contract/contact.ts';
import type { AlertMessage } from '../../core/alert-texts.ts';
import { PRODUCT_NAME } from '../../core/branding.ts';
import { type Instant, istTimeOf } from '../../core/ist-time.ts';
import { timeLabel } from '../../core/slots.ts';
import type { MailText } from '../storage/operations/mails-store.ts';

interface MailContents {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Text by another person, shown as a quote. */
  quote?: string;
  button: { label: string; link: string };
  closing: string;
}

export const invitationMail = (invitation: {
  name: string;
  invitedBy: string;
  link: string;
  validHours: number;
}): MailText =>
  writeMail({
    subject: `Your account for ${PRODUCT_NAME}`,
    greeting: `Hello ${invitation.name},`,
    paragraphs: [
      `${invitation.invitedBy} has created an account for you on the admin panel of ${PRODUCT_NAME}.`,
      `Choose your password to confirm it. The link works once, within ${hours(invitation.validHours)}.`,
    ],
    button: { label: 'Choose a password', link: invitation.link },
    closing: 'If you did not expect this mail, you can ignore it.',
  });

export const newAccountMail = (account: { name: string; createdBy: string; link: string }): MailText =>
  writeMail({
    subject: `Your account for ${PRODUCT_NAME}`,
    greeting: `Hello ${account.name},`,
    paragraphs: [
      `${account.createdBy} has created an account for you on the admin panel of ${PRODUCT_NAME}.`,
      'They chose a password and will tell you. You can change it once you have signed in.',
    ],
    button: { label: 'Sign in', link: account.link },
    closing: 'If you did not expect this mail, you can ignore it.',
  });

export const passwordResetMail = (reset: { name: string; link: string; validHours: number }): MailText =>
  writeMail({
    subject: `New password for ${PRODUCT_NAME}`,
    greeting: `Hello ${reset.name},`,
    paragraphs: [
      'Someone, hopefully you, asked for a new password for your account.',
      `The link works once, within ${hours(reset.validHours)}.`,
    ],
    button: { label: 'Choose a new password', link: reset.link },
    closing: 'If it was not you, ignore this mail: your password stays as it is.',
  });

/** The mails do not contain the visitor's phone number and address. */
export const contactMailsFor = (baseUrl: string) => {
  const ending = {
    button: { label: 'Open the messages', link: `${baseUrl}/admin/contacts` },
    closing: `You receive this mail because mails about contact messages are on for your account on ${PRODUCT_NAME}.`,
  };
  return {
    notice: ({ name, message }: Pick<ContactMessage, 'name' | 'message'>): MailText =>
      writeMail({
        subject: `New message from ${name}`,
        greeting: 'Hello,',
        paragraphs: [`${name} has sent a message through the contact form of ${PRODUCT_NAME}:`],
        quote: message,
        ...ending,
      }),
    summary: ({ count, since }: { count: number; since: Instant }): MailText => {
      const what = `${count} more ${count === 1 ? 'message' : 'messages'} since ${istTimeOf(since)}`;
      return writeMail({
        subject: what,
        greeting: 'Hello,',
        paragraphs: [
          `${what} (IST) through the contact form of ${PRODUCT_NAME}.`,
          'When there are many in an hour, only the first have a mail of their own.',
        ],
        ...ending,
      });
    },
  };
};

/** With the time, because the mail may arrive on another day. */
export const alertMailFor =
  (baseUrl: string) =>
  ({ title, text, path }: AlertMessage, at: Instant): MailText =>
    writeMail({
      subject: title,
      greeting: 'Hello,',
      paragraphs: [text, `${dateText.format(at)}, ${timeLabel(istTimeOf(at))}`],
      button: { label: 'Open the admin panel', link: `${baseUrl}${path}` },
      closing: `You receive this mail because alerts by mail are on for your account on ${PRODUCT_NAME}.`,
    });

const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

const hours = (count: number): string => (count === 1 ? 'one hour' : `${count} hours`);

function writeMail({ subject, greeting, paragraphs, quote, button, closing }: MailContents): MailText {
  const quoted = quote === undefined ? [] : [quote.replace(/^/gm, '> ')];
  const text = [
    greeting,
    ...paragraphs,
    ...quoted,
    `${button.label}:\n${button.link}`,
    closing,
    PRODUCT_NAME,
  ];
  const html = [
    ...[greeting, ...paragraphs].map(paragraph),
    ...(quote === undefined
      ? []
      : [`<blockquote>${Bun.escapeHTML(quote).replaceAll('\n', '<br>')}</blockquote>`]),
    `<p><a href="${Bun.escapeHTML(button.link)}">${Bun.escapeHTML(button.label)}</a></p>`,
    ...[closing, PRODUCT_NAME].map(paragraph),
  ];
  return {
    // A name in the subject must not add header lines or encoded words.
    subject: subject.replace(/\s+/g, ' ').replaceAll('=?', '= ?'),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('\n')}</body></html>\n`,
  };
}

const paragraph = (text: string): string => `<p>${Bun.escapeHTML(text)}</p>`;
