/** Which passwords are good enough, and how they are kept: argon2id, never as they were typed. */
import { AppError } from '../../errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export interface PasswordCost {
  /** Kibibytes of memory. */
  memoryCost: number;
  /** Rounds. */
  timeCost: number;
}

/** What OWASP asks for; tests may pay less. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  Bun.password.hash(asTyped(password), { algorithm: 'argon2id', ...cost });

export const verifyPassword = (password: string, hash: string): Promise<boolean> =>
  Bun.password.verify(asTyped(password), hash);

/** Two keyboards may write one letter in two ways; to the person it is the same password. */
const asTyped = (password: string): string => password.normalize('NFKC');

/** `field` is the name of the password in the form that brought it. Its length has been checked by its schema. */
export function refuseWeakPassword(password: string, email: string, field = 'password'): void {
  const fault = findFault(asTyped(password).toLowerCase(), email.toLowerCase());
  if (fault) throw new AppError('invalid', { errors: { [field]: fault } });
}

function findFault(password: string, email: string): string | null {
  const [localPart] = email.split('@');
  if (password === email || password === localPart) return 'The password must not be the e-mail address.';
  if (COMMON_PASSWORDS.has(password) || /^(.)\1*$/u.test(password)) {
    return 'This password is one of the first that strangers try. Please choose another.';
  }
  return null;
}
