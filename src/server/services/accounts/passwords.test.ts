import { describe, expect, test } from 'bun:test';
import { MIN_PASSWORD_LENGTH } from '../../../contract/users.ts';
import { AppError } from '../../errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { hashPassword, PASSWORD_COSTS, refuseWeakPassword, verifyPassword } from './passwords.ts';

const faultOf = (password: string, email = 'asha.k@example.org'): string | null => {
  try {
    refuseWeakPassword(password, email);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

describe('weak passwords', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password123',
    'p@ssw0rd',
    'qwerty',
    '123456',
    'kerala123',
    'aaaaaaaaaaaa',
    '₹₹₹₹₹₹',
    'ＰＡＳＳＷＯＲＤ',
  ])('refuses the common password %s', (password) => {
    expect(faultOf(password)).toContain('strangers try');
  });

  test.each(['asha.k@example.org', 'ASHA.K@EXAMPLE.ORG', 'asha.k'])(
    'refuses %s as the e-mail address',
    (password) => {
      expect(faultOf(password)).toBe('The password must not be the e-mail address.');
    },
  );

  test.each(['seven green parrots', 'asha.k2', 'xK4!pq', 'മലയാളം ഇഷ്ടം'])('accepts %s', (password) => {
    expect(faultOf(password)).toBeNull();
  });

  test('reports the error under the given field name', () => {
    const refuse = () => refuseWeakPassword('password', 'a@example.org', 'newPassword');
    expect(refuse).toThrow(AppError);
    try {
      refuse();
    } catch (error) {
      expect(Object.keys((error as AppError).details.errors ?? {})).toEqual(['newPassword']);
    }
  });

  test('the list of common passwords is in lower case and has none below the minimum length', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(1_500);
    const odd = [...COMMON_PASSWORDS].filter(
      (password) => password.length < MIN_PASSWORD_LENGTH || password !== password.toLowerCase(),
    );
    expect(odd).toEqual([]);
  });
});

describe('password hashes', () => {
  const cheap = { memoryCost: 8, timeCost: 1 };

  test('verifies only the right password, and salts each hash', async () => {
    const [hash, again] = await Promise.all([hashPassword('parrots', cheap), hashPassword('parrots', cheap)]);
    expect(hash).not.toBe(again);
    expect(await verifyPassword('parrots', hash)).toBe(true);
    expect(await verifyPassword('Parrots', hash)).toBe(false);
  });

  test('uses argon2id with the given cost', async () => {
    expect(await hashPassword('parrots', PASSWORD_COSTS.full)).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});
