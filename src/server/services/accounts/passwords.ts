/** Checks, hashes (argon2id) and verifies passwords. */
import { AppError } from '../../errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export interface PasswordCost {
  /** Kibibytes of memory. */
  memoryCost: number;
  /** Rounds. */
  timeCost: number;
}

/** A hash contains its cost, so hashes of both costs can be verified. */
export const PASSWORD_COSTS = {
  /** As OWASP recommends. */
  full: { memoryCost: 19_456, timeCost: 2 },
  /** The least that argon2id accepts, for tests. */
  minimal: { memoryCost: 8, timeCost: 1 },
} as const satisfies Record<string, PasswordCost>;

export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  Bun.password.hash(normalize(password), { algorithm: 'argon2id', ...cost });

export const verifyPassword = (password: string, hash: string): Promise<boolean> =>
  Bun.password.verify(normalize(password), hash);

/** Keyboards may encode the same character differently; it must be the same password. */
const normalize = (password: string): string => password.normalize('NFKC');

/** `field` is the field name for the error. The length is checked by the schema. */
export function refuseWeakPassword(password: string, email: string, field = 'password'): void {
  const fault = findFault(normalize(password).toLowerCase(), email.toLowerCase());
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
