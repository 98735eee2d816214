import { describe, expect, test } from 'bun:test';
import { sha256, testHashing } from '../../../tests/support/test-hashing.ts';
import { parseVerifierKey, type VerifierKey, verifierKeyText } from './checkpoint.ts';
import type { Bytes } from './crypto.ts';

describe('verifier keys', () => {
  // Published with the note package of Go.
  const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const SUM_DB_KEY = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';

  test.each([GO_KEY, SUM_DB_KEY])('%s', async (line) => {
    const key = (await parseVerifierKey(line, testHashing)) as VerifierKey;
    expect(key).toEqual({
      name: line.split('+')[0] as string,
      publicKey: Uint8Array.fromBase64(line.split('+').slice(2).join('+')).slice(1),
    });
    expect(await verifierKeyText(key, testHashing)).toBe(line);
  });

  /** A line with a hash that fits its other parts. */
  const lineOf = (name: string, bytes: Bytes) =>
    `${name}+${sha256(`${name}\n`, bytes).slice(0, 4).toHex()}+${bytes.toBase64()}`;
  const typed = (type: number, length = 32) => Uint8Array.of(type, ...new Uint8Array(length).fill(9));

  test('the lines below are accepted without their fault', async () => {
    expect(await parseVerifierKey(lineOf('a.example/log', typed(1)), testHashing)).toEqual({
      name: 'a.example/log',
      publicKey: new Uint8Array(32).fill(9),
    });
  });

  test.each([
    ['another hash', GO_KEY.replace('c74f20a3', 'c74f20a4')],
    ['a hash in upper case', GO_KEY.replace('c74f20a3', 'C74F20A3')],
    ['a short hash', GO_KEY.replace('c74f20a3', '74f20a3')],
    ['a long hash', GO_KEY.replace('c74f20a3', '0c74f20a3')],
    ['no hash', GO_KEY.replace('c74f20a3', '')],
    ['another name', GO_KEY.replace('Peter', 'Pater')],
    ['another key', GO_KEY.replace('UPDh', 'UPDi')],
    ['the type of ECDSA', lineOf('a.example/log', typed(2))],
    ['the type of a cosignature', lineOf('a.example/log', typed(4))],
    ['no type', lineOf('a.example/log', new Uint8Array(32).fill(1))],
    ['a key that is too short', lineOf('a.example/log', typed(1, 31))],
    ['a key that is too long', lineOf('a.example/log', typed(1, 33))],
    ['no key', lineOf('a.example/log', typed(1, 0))],
    ['no name', lineOf('', typed(1))],
    ['a name with a space', lineOf('a b', typed(1))],
    ['a name with a plus', lineOf('a+b', typed(1))],
    ['a name with a control character', lineOf('a\u0007b', typed(1))],
    ['a line break', `${GO_KEY}\n`],
    ['a space before', ` ${GO_KEY}`],
    ['a space in the key', GO_KEY.replace('ARpc', 'AR pc')],
    ['no base64', GO_KEY.replace('ARpc', 'AR!c')],
    ['two parts only', 'PeterNeumann+c74f20a3'],
    ['nothing', ''],
  ])('with %s are refused', async (_what, line) => {
    expect(await parseVerifierKey(line, testHashing)).toBeNull();
  });
});
