/** The contract's schema and the rules of the page must give the same result for every form. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { anyText } from '../../../../tests/support/arbitraries.ts';
import { contactFormSchema } from '../../../contract/contact.ts';
import { fieldErrors } from '../../../contract/problem.ts';
import {
  CONTACT_LIMITS,
  type ContactFields,
  checkContactForm,
  EMAIL_PATTERN,
} from '../../../core/contact-form.ts';
import { enPages } from '../../i18n/en-pages.ts';

const { faults: texts, sent } = enPages.contactPage;

/** The page's errors, as texts of its dictionary. */
const errorsOfPage = (form: ContactFields) =>
  Object.fromEntries(Object.entries(checkContactForm(form)).map(([field, fault]) => [field, texts[fault]]));

function errorsOfContract(form: ContactFields): Record<string, string> {
  const reading = contactFormSchema.safeParse(form);
  return reading.success ? {} : fieldErrors(reading.error);
}

const GOOD: ContactFields = {
  name: 'Anjali',
  phone: '+91 98470 12345',
  email: 'anjali@example.org',
  message: 'നമസ്കാരം',
  consent: true,
};

test('a valid form passes both', () => {
  expect(errorsOfPage(GOOD)).toEqual({});
  expect(errorsOfContract(GOOD)).toEqual({});
});

test('spaces around what was typed do not count', () => {
  const spaced = { ...GOOD, name: ' Anjali ', phone: ' +91 98470 12345 ', email: ' anjali@example.org ' };
  expect(errorsOfPage(spaced)).toEqual({});
  expect(errorsOfContract(spaced)).toEqual({});
});

test('fields of the maximum length pass both, and longer fields do not', () => {
  const full = {
    ...GOOD,
    name: 'x'.repeat(CONTACT_LIMITS.name),
    phone: '9'.repeat(CONTACT_LIMITS.phone),
    email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'y'.repeat(60)}.${'y'.repeat(60)}.`.padEnd(
      CONTACT_LIMITS.email,
      'z',
    ),
    message: 'x'.repeat(CONTACT_LIMITS.message),
  };
  expect(errorsOfPage(full)).toEqual({});
  expect(errorsOfContract(full)).toEqual({});
  for (const field of ['name', 'phone', 'email', 'message'] as const) {
    const longer = { ...full, [field]: `${full[field]}${full[field].at(-1)}` };
    expect(errorsOfPage(longer)).toEqual({ [field]: texts[`${field} too long`] });
    expect(errorsOfContract(longer)).toEqual(errorsOfPage(longer));
  }
});

test('an empty form has an error in every field', () => {
  const empty = { name: ' ', phone: '', email: '\t', message: '\n', consent: false };
  expect(Object.keys(errorsOfPage(empty))).toEqual(['name', 'phone', 'email', 'message', 'consent']);
  expect(errorsOfPage(empty)).toEqual(errorsOfContract(empty));
});

test('each error has the same text in both', () => {
  const seen = new Set<string>();
  const cases: Partial<ContactFields>[] = [
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'a\u0000b' },
    { phone: '' },
    { phone: '9'.repeat(31) },
    { phone: '12\u000734567' },
    { phone: 'ninety' },
    { phone: '12345' },
    { email: '' },
    { email: `${'x'.repeat(250)}@example.org` },
    { email: 'nobody' },
    { email: 'a@b' },
    { email: 'a..b@example.org' },
    { message: '' },
    { message: 'x'.repeat(5_001) },
    { message: 'a\u0007b' },
    { consent: false },
  ];
  for (const fault of cases) {
    const form = { ...GOOD, ...fault };
    expect(errorsOfPage(form), JSON.stringify(fault)).toEqual(errorsOfContract(form));
    for (const text of Object.values(errorsOfPage(form))) seen.add(text);
  }
  expect([...seen].toSorted()).toEqual(Object.values(texts).toSorted());
});

test('both agree on any input', () => {
  const anyField = fc.oneof(
    anyText(130),
    fc.stringMatching(/^[ +0-9().-]{0,40}$/),
    fc.emailAddress(),
    fc.stringMatching(/^[a-z.'+-]{0,6}@[a-z.-]{0,8}\.[a-z]{0,3}$/),
    fc.constantFrom('', ' ', 'x'.repeat(5_001), 'x'.repeat(100), '\u00A0', '\uFEFF'),
  );
  fc.assert(
    fc.property(
      fc.record({
        name: anyField,
        phone: anyField,
        email: anyField,
        message: anyField,
        consent: fc.boolean(),
      }),
      (form) => expect(errorsOfPage(form)).toEqual(errorsOfContract(form)),
    ),
    { numRuns: 500 },
  );
});

test('the page and the schema have the same e-mail pattern', () => {
  // They differ only in the backslash before a hyphen at the end of a class.
  expect(EMAIL_PATTERN.source).toBe(z.regexes.email.source.replaceAll('\\-', '-'));
});

test('the confirmation has the exact text', () => {
  expect(sent).toBe(
    "Thank you! Your message has been sent successfully. We'll get back to you within 24 hours.",
  );
});
