/** The rules of the contact form, which the page checks before the server checks the contract's schema. */

export const CONTACT_LIMITS = { name: 100, phone: 30, email: 254, message: 5_000 } as const;

export const PHONE_PATTERN = /^\+?[0-9()\s.-]{6,30}$/;

/** A test checks that it is the same as the contract's. */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Text without control characters other than tabs and line breaks: PostgreSQL does not accept NUL. */
export const STORABLE_PATTERN = /^[\P{Cc}\t\n\r]*$/u;

export interface ContactFields {
  name: string;
  phone: string;
  email: string;
  message: string;
  consent: boolean;
}

type TextFault = 'required' | 'too long' | 'unstorable';

type ContactFault =
  | `name ${TextFault}`
  | `phone ${TextFault | 'invalid'}`
  | `email ${Exclude<TextFault, 'unstorable'> | 'invalid'}`
  | `message ${TextFault}`
  | 'consent required';

export type ContactFaults = Partial<Record<keyof ContactFields, ContactFault>>;

/** The fault of each invalid field, in the order of the form. */
export function checkContactForm({ name, phone, email, message, consent }: ContactFields): ContactFaults {
  const faults: ContactFaults = {};
  const nameFault = textFault(name, CONTACT_LIMITS.name);
  if (nameFault) faults.name = `name ${nameFault}`;
  const phoneFault =
    textFault(phone, CONTACT_LIMITS.phone) ?? (PHONE_PATTERN.test(phone.trim()) ? null : 'invalid');
  if (phoneFault) faults.phone = `phone ${phoneFault}`;
  const emailProblem = emailFault(email.trim());
  if (emailProblem) faults.email = `email ${emailProblem}`;
  const messageFault = textFault(message, CONTACT_LIMITS.message);
  if (messageFault) faults.message = `message ${messageFault}`;
  if (!consent) faults.consent = 'consent required';
  return faults;
}

function textFault(typed: string, max: number): TextFault | null {
  const text = typed.trim();
  if (text === '') return 'required';
  if (text.length > max) return 'too long';
  return STORABLE_PATTERN.test(text) ? null : 'unstorable';
}

function emailFault(email: string): 'required' | 'too long' | 'invalid' | null {
  if (email === '') return 'required';
  if (email.length > CONTACT_LIMITS.email) return 'too long';
  return EMAIL_PATTERN.test(email) ? null : 'invalid';
}
