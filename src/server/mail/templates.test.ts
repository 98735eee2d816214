import { describe, expect, test } from 'bun:test';
import { PRODUCT_NAME } from '../../core/branding.ts';
import { instantOf } from '../../core/ist-time.ts';
import { contactMailsFor, invitationMail, newAccountMail, passwordResetMail } from './templates.ts';

const LINK = 'https://results.example/admin/reset-password?token=a-b_c&x=1';

describe('an invitation', () => {
  const mail = invitationMail({ name: 'Meera', invitedBy: 'Anil', link: LINK, validHours: 48 });

  test('contains the inviter, the site and the validity of the link', () => {
    expect(mail.subject).toBe(`Your account for ${PRODUCT_NAME}`);
    expect(mail.text).toContain('Hello Meera,');
    expect(mail.text).toContain(`Anil has created an account for you on the admin panel of ${PRODUCT_NAME}.`);
    expect(mail.text).toContain('within 48 hours');
  });

  test('contains the link as text, and escaped in HTML', () => {
    expect(mail.text.split('\n')).toContain(LINK);
    expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
  });
});

test('the notice of a new account contains its creator and the sign-in link', () => {
  const mail = newAccountMail({ name: 'Meera', createdBy: 'Anil', link: LINK });
  expect(mail.text).toContain(`Anil has created an account for you on the admin panel of ${PRODUCT_NAME}.`);
  expect(mail.text.split('\n')).toContain(LINK);
});

test('a password reset says what to do if it was not requested', () => {
  const mail = passwordResetMail({ name: 'Meera', link: LINK, validHours: 1 });
  expect(mail.text).toContain('within one hour');
  expect(mail.text).toContain('If it was not you, ignore this mail');
  expect(mail.text.split('\n')).toContain(LINK);
});

describe('the notice of a contact message', () => {
  const message = {
    name: 'Eve\r\nBcc: everyone@example.org',
    message: 'First line\n<img src=x onerror=alert(1)>',
  };
  const mail = contactMailsFor('https://results.example').notice(message);

  test('has no encoded words in its subject', () => {
    const { subject } = contactMailsFor('https://results.example').notice({
      ...message,
      name: '=?utf-8?q?Your=20bank?=',
    });
    expect(subject).not.toContain('=?');
  });

  test('has a subject of one line, whatever the name', () => {
    expect(mail.subject).toBe('New message from Eve Bcc: everyone@example.org');
  });

  test('quotes the message line by line, escaped in HTML', () => {
    expect(mail.text).toContain('> First line\n> <img');
    expect(mail.html).toContain('First line<br>&lt;img');
    expect(mail.html).not.toContain('<img');
  });

  test('contains the link to the panel', () => {
    expect(mail.text.split('\n')).toContain('https://results.example/admin/contacts');
  });
});

describe('the summary of contact messages', () => {
  const { summary } = contactMailsFor('https://results.example');
  const since = instantOf('2026-11-15', '14:10');

  test('contains the number of messages, the time and the link to them', () => {
    const mail = summary({ count: 12, since });
    expect(mail.subject).toBe('12 more messages since 14:10');
    expect(mail.text).toContain(
      `12 more messages since 14:10 (IST) through the contact form of ${PRODUCT_NAME}.`,
    );
    expect(mail.text.split('\n')).toContain('https://results.example/admin/contacts');
  });

  test('uses the singular for one message', () => {
    expect(summary({ count: 1, since }).subject).toBe('1 more message since 14:10');
  });
});
