import { describe, expect, test } from 'bun:test';
import { newSigner, noteOf, signatureLines } from '../../../tests/support/note-signer.ts';
import { sha256, testHashing, verifyEd25519 } from '../../../tests/support/test-hashing.ts';
import { checkpointBody, keyIdOf, parseCheckpoint, signedNote, verifyCheckpoint } from './checkpoint.ts';

const crypto = { sha256: testHashing.sha256, verifyEd25519 };

const ORIGIN = 'swarna.example/log';
const CHECKPOINT = { origin: ORIGIN, size: 1_234, root: sha256('a root') };

const signer = newSigner(ORIGIN);
const body = checkpointBody(CHECKPOINT);
const note = await noteOf(body, signer);

describe('signatures', () => {
  const witness = newSigner('witness.example');
  const stranger = newSigner(ORIGIN);

  test('of unknown keys are skipped, before and after', async () => {
    const [first, last] = [await noteOf(body, witness), await noteOf(body, stranger)].map(signatureLines);
    const mixed = `${body}\n${first}${signatureLines(note)}${last}`;
    expect(parseCheckpoint(mixed)?.signatures.map(({ name }) => name)).toEqual([
      witness.name,
      ORIGIN,
      ORIGIN,
    ]);
    expect(await verifyCheckpoint(mixed, signer, crypto)).toEqual(CHECKPOINT);
  });

  test('of unknown keys may be false, of any length and of the same name or id', async () => {
    const keyId = await keyIdOf(signer, testHashing);
    const lines = [
      signedNote('', 'cosigner.example', keyId, new Uint8Array(2_420)),
      signedNote('', ORIGIN, Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1)),
    ].map((line) => line.slice(1));
    expect(await verifyCheckpoint(note + lines.join(''), signer, crypto)).toEqual(CHECKPOINT);
  });

  test('of unknown keys alone are not enough', async () => {
    expect(await verifyCheckpoint(await noteOf(body, witness), signer, crypto)).toBeNull();
    expect(await verifyCheckpoint(await noteOf(body, stranger), signer, crypto)).toBeNull();
    // The id of our key, but signed with another.
    const { privateKey } = stranger;
    expect(await verifyCheckpoint(await noteOf(body, { ...signer, privateKey }), signer, crypto)).toBeNull();
  });

  test.each([1, 63, 65])('of %p bytes are refused', async (length) => {
    const keyId = await keyIdOf(signer, testHashing);
    const signature = new Uint8Array(length).fill(1);
    expect(await verifyCheckpoint(signedNote(body, ORIGIN, keyId, signature), signer, crypto)).toBeNull();
  });

  test('of our key must all be genuine', async () => {
    const keyId = await keyIdOf(signer, testHashing);
    const line = signatureLines(signedNote(body, ORIGIN, keyId, new Uint8Array(64)));
    expect(await verifyCheckpoint(note + line, signer, crypto)).toBeNull();
    expect(await verifyCheckpoint(`${body}\n${line}${signatureLines(note)}`, signer, crypto)).toBeNull();
    expect(await verifyCheckpoint(note + signatureLines(note), signer, crypto)).toEqual(CHECKPOINT);
  });

  test('of another text are refused', async () => {
    const other = checkpointBody({ ...CHECKPOINT, size: 1_235 });
    expect(await verifyCheckpoint(`${other}\n${signatureLines(note)}`, signer, crypto)).toBeNull();
  });

  test('of a key whose name is not the origin are refused', async () => {
    const elsewhere = checkpointBody({ ...CHECKPOINT, origin: 'other.example/log' });
    expect(await verifyCheckpoint(await noteOf(elsewhere, signer), signer, crypto)).toBeNull();
  });

  test('may be up to 100', async () => {
    const line = signatureLines(await noteOf(body, witness));
    expect(await verifyCheckpoint(note + line.repeat(99), signer, crypto)).toEqual(CHECKPOINT);
    expect(await verifyCheckpoint(note + line.repeat(100), signer, crypto)).toBeNull();
  });
});
