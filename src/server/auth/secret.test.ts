import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { deriveKey, findAuthSecret, readAuthSecret } from './secret.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarna-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('returns the configured secret and writes nothing', () => {
  expect(readAuthSecret('given', folder)).toBe('given');
  expect(readdirSync(folder)).toEqual([]);
});

test('creates a secret once, readable only by the owner', () => {
  const dataDir = join(folder, 'data');
  const secret = readAuthSecret(null, dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(readAuthSecret(null, dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(['auth-secret']);
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(readAuthSecret(null, join(folder, 'elsewhere'))).not.toBe(secret);
});

test('does not replace an existing file, even one written by hand', () => {
  const file = join(folder, 'auth-secret');
  writeFileSync(file, 'written by an operator, long enough\n');
  expect(readAuthSecret(null, folder)).toBe('written by an operator, long enough');
  expect(readFileSync(file, 'utf8')).toBe('written by an operator, long enough\n');
});

test('findAuthSecret creates nothing', () => {
  const dataDir = join(folder, 'data');
  expect(findAuthSecret(null, dataDir)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(findAuthSecret('given', dataDir)).toBe('given');
  const secret = readAuthSecret(null, dataDir);
  expect(findAuthSecret(null, dataDir)).toBe(secret);
});

test('throws a StartError if the secret is too short or cannot be created', () => {
  writeFileSync(join(folder, 'auth-secret'), 'short');
  expect(() => readAuthSecret(null, folder)).toThrow(StartError);
  expect(() => findAuthSecret(null, folder)).toThrow(StartError);
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  expect(() => readAuthSecret(null, file)).toThrow(StartError);
});

test('derives a different key for each purpose and each secret', () => {
  expect(deriveKey('secret', 'one')).toBe(deriveKey('secret', 'one'));
  expect(deriveKey('secret', 'one')).not.toBe(deriveKey('secret', 'two'));
  expect(deriveKey('secret', 'one')).not.toBe(deriveKey('other', 'one'));
});
