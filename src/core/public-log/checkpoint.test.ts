import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyText } from '../../../tests/support/arbitraries.ts';
import { buildTree } from '../../../tests/support/merkle-trees.ts';
import { newSigner, noteOf, signatureLines, signatureOf } from '../../../tests/support/note-signer.ts';
import { sha256, testHashing, verifyEd25519 } from '../../../tests/support/test-hashing.ts';
import {
  type Checkpoint,
  checkpointBody,
  keyIdOf,
  parseCheckpoint,
  parseVerifierKey,
  type VerifierKey,
  verifierKeyText,
  verifyCheckpoint,
} from './checkpoint.ts';

const crypto = { sha256: testHashing.sha256, verifyEd25519 };

describe('the test log of Tessera, another implementation', () => {
  const KEY = 'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx';
  const ENTRIES = 'one two three four five six seven eit nain ten ileven twelf threeten fourten fivten'.split(
    ' ',
  );
  const NOTES: [size: number, root: string, signature: string][] = [
    [
      0,
      '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      'M9e0lhxJACzE1KoUdqKuPa+9p6R7dSW8BlEvrg/noo8FkGg6PbJoRNOcdjqjOq89wVvTA60eubCc4oufo5BvIVEgtQc=',
    ],
    [
      7,
      'IrSXADBqJ7EQoUODSDKROySgNveeL6CFhik2w/+fS7U=',
      'M9e0luA5JhTRUki/BBQD0QNiH6AEJ2pdtsA5CQjqJErViuuKrN6513RCTL2640wXJv0dCed3neRGI6dMzBq9uANf2Qc=',
    ],
    [
      15,
      'rKbDipCvhuX1GZ7g5BBe8sA6BbJ7ja/1nk427v383cs=',
      'M9e0luh4jTG+UMBqOUo9/q+yAEvx1ilBEniMvjf1zfcBOhg+CKubMt53MvIt/uEWP6zdkdIQzd/fmwlM/dlPWF74ewI=',
    ],
  ];

  test.each(NOTES)('its checkpoint of %p entries is verified', async (size, root, signature) => {
    const origin = 'example.com/log/testdata';
    const note = `${origin}\n${size}\n${root}\n\n— ${origin} ${signature}\n`;
    const key = (await parseVerifierKey(KEY, testHashing)) as VerifierKey;
    const checkpoint = await verifyCheckpoint(note, key, crypto);
    expect(checkpoint).toEqual({ origin, size, root: Uint8Array.fromBase64(root) });
    expect((await buildTree(ENTRIES)).roots[size]?.toBase64()).toBe(root);
  });

  test('its key has the same text', async () => {
    const key = (await parseVerifierKey(KEY, testHashing)) as VerifierKey;
    expect(key.name).toBe('example.com/log/testdata');
    expect(await verifierKeyText(key, testHashing)).toBe(KEY);
    expect((await keyIdOf(key, testHashing)).toHex()).toBe('33d7b496');
  });
});

const ORIGIN = 'swarna.example/log';
const ROOT = sha256('a root');
const CHECKPOINT: Checkpoint = { origin: ORIGIN, size: 1_234, root: ROOT };

const signer = newSigner(ORIGIN);
const note = await noteOf(checkpointBody(CHECKPOINT), signer);

describe('checkpoints', () => {
  test('have three lines, an empty one and the signature', async () => {
    const keyId = sha256(`${ORIGIN}\n`, Uint8Array.of(1), signer.publicKey).slice(0, 4);
    const body = `swarna.example/log\n1234\n${ROOT.toBase64()}\n`;
    const signature = Buffer.concat([keyId, signatureOf(body, signer)]).toString('base64');
    expect(note).toBe(`${body}\n— swarna.example/log ${signature}\n`);
  });

  test('are verified', async () => {
    expect(await verifyCheckpoint(note, signer, crypto)).toEqual(CHECKPOINT);
  });

  test('are parsed into the signed text and the signatures', async () => {
    const body = checkpointBody(CHECKPOINT);
    const keyId = await keyIdOf(signer, testHashing);
    const signatures = [{ name: ORIGIN, keyId, signature: signatureOf(body, signer) }];
    expect(parseCheckpoint(note)).toEqual({ checkpoint: CHECKPOINT, body, signatures });
  });

  test('of any size and origin are verified', async () => {
    const anyCheckpoint = fc.record({
      origin: fc.constantFrom('a', 'localhost:3000/log', 'swarna.example/log/2', 'സ്വർണ്ണം.example/log'),
      size: fc.maxSafeNat(),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((root) => Uint8Array.from(root)),
    });
    await fc.assert(
      fc.asyncProperty(anyCheckpoint, async (checkpoint) => {
        const own = { ...signer, name: checkpoint.origin };
        const signed = await noteOf(checkpointBody(checkpoint), own);
        expect(await verifyCheckpoint(signed, own, crypto)).toEqual(checkpoint);
      }),
      { numRuns: 50 },
    );
  });

  test('are refused after a change of any character', async () => {
    const characters = [...'0123456789azAZ+/=\n\r\t —.'];
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: note.length - 1 }),
        fc.constantFrom(...characters),
        async (at, character) => {
          fc.pre(note[at] !== character);
          const changed = note.slice(0, at) + character + note.slice(at + 1);
          expect(await verifyCheckpoint(changed, signer, crypto)).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are refused if cut off anywhere', async () => {
    for (let length = 0; length < note.length; length += 1) {
      expect(parseCheckpoint(note.slice(0, length))).toBeNull();
    }
  });

  test('any text is refused, alone or after a checkpoint', () => {
    fc.assert(fc.property(anyText(60), (text) => expect(parseCheckpoint(text)).toBeNull()));
    fc.assert(
      fc.property(anyText(20), (text) => {
        fc.pre(text !== '');
        expect(parseCheckpoint(note + text)).toBeNull();
      }),
    );
  });
});

describe('notes that are genuinely signed are refused if', () => {
  const root = ROOT.toBase64();
  // The last bits of this are not zero, which decoders accept.
  const looseRoot = root.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`);

  test.each([
    ['the size has a leading zero', `${ORIGIN}\n01\n${root}\n`],
    ['the size has a sign', `${ORIGIN}\n+1\n${root}\n`],
    ['the size is negative', `${ORIGIN}\n-1\n${root}\n`],
    ['the size has an exponent', `${ORIGIN}\n1e3\n${root}\n`],
    ['the size is hexadecimal', `${ORIGIN}\n0x10\n${root}\n`],
    ['the size is a fraction', `${ORIGIN}\n1.0\n${root}\n`],
    ['the size is 2^53', `${ORIGIN}\n9007199254740992\n${root}\n`],
    ['the size is far over 2^53', `${ORIGIN}\n${'9'.repeat(400)}\n${root}\n`],
    ['the size has a space', `${ORIGIN}\n 1\n${root}\n`],
    ['the size is in other digits', `${ORIGIN}\n൧\n${root}\n`],
    ['the size is empty', `${ORIGIN}\n\n${root}\n`],
    ['the origin is empty', `\n1\n${root}\n`],
    ['the origin has a space', `swarna example/log\n1\n${root}\n`],
    ['the origin has a plus', `swarna+example/log\n1\n${root}\n`],
    ['the root is empty', `${ORIGIN}\n1\n\n`],
    ['the root is too short', `${ORIGIN}\n1\n${ROOT.slice(1).toBase64()}\n`],
    ['the root is too long', `${ORIGIN}\n1\n${Uint8Array.of(...ROOT, 1).toBase64()}\n`],
    ['the root has no padding', `${ORIGIN}\n1\n${root.replace('=', '')}\n`],
    ['the root has loose last bits', `${ORIGIN}\n1\n${looseRoot}\n`],
    ['the root has a space', `${ORIGIN}\n1\n ${root}\n`],
    [
      'the root is base64url',
      `${ORIGIN}\n1\n${new Uint8Array(32).fill(255).toBase64({ alphabet: 'base64url' })}\n`,
    ],
    ['the root is hexadecimal', `${ORIGIN}\n1\n${ROOT.toHex()}\n`],
    ['lines end in CRLF', `${ORIGIN}\r\n1\r\n${root}\r\n`],
    ['there is another line', `${ORIGIN}\n1\n${root}\nmore\n`],
    ['there is another empty line', `${ORIGIN}\n1\n${root}\n\n`],
    ['there is a line before', `\n${ORIGIN}\n1\n${root}\n`],
    ['the root is missing', `${ORIGIN}\n1\n`],
    ['there is a byte order mark', `\ufeff${ORIGIN}\n1\n${root}\n`],
  ])('%s', async (_what, body) => {
    const signed = await noteOf(body, signer);
    expect(parseCheckpoint(signed)).toBeNull();
    expect(await verifyCheckpoint(signed, signer, crypto)).toBeNull();
  });

  test('the loose root is one that decoders accept', () => {
    expect(looseRoot).not.toBe(root);
    expect(new Uint8Array(Buffer.from(looseRoot, 'base64'))).toEqual(ROOT);
  });

  test.each(['', 'a b', 'a+b', 'a\tb', 'a\rb', 'a\u0000b', 'a\u00a0b', 'a\u0085b', 'a\u2003b', 'a\ud800b'])(
    'the name of a key is %j',
    async (name) => {
      const other = await noteOf(checkpointBody(CHECKPOINT), { ...signer, name });
      expect(parseCheckpoint(other)).toBeNull();
      expect(await verifyCheckpoint(note + signatureLines(other), signer, crypto)).toBeNull();
    },
  );

  test.each<[string, (note: string) => string]>([
    ['the empty line is missing', (text) => text.replace('\n\n', '\n')],
    ['the signature is missing', (text) => text.replace(/—.*\n/, '')],
    ['the last line break is missing', (text) => text.slice(0, -1)],
    ['there is a line break after it', (text) => `${text}\n`],
    ['there is a line after it', (text) => `${text}more\n`],
    ['all lines end in CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['the dash is another', (text) => text.replace('—', '-')],
    ['the dash has no space', (text) => text.replace('— ', '—')],
    ['there are two spaces', (text) => text.replace('— ', '—  ')],
    ['the signature has no padding', (text) => text.replace(/=+\n$/, '\n')],
    ['the signature is no base64', (text) => text.replace(/.{4}\n$/, '!!!!\n')],
    ['a space follows the signature', (text) => text.replace(/\n$/, ' \n')],
    ['the signature is empty', (text) => text.replace(/[^ ]+\n$/, '\n')],
    [
      'the signature has a key id only',
      (text) => text.replace(/[^ ]+\n$/, `${new Uint8Array(4).toBase64()}\n`),
    ],
  ])('%s', async (_what, change) => {
    const changed = change(note);
    expect(changed).not.toBe(note);
    expect(parseCheckpoint(changed)).toBeNull();
    expect(await verifyCheckpoint(changed, signer, crypto)).toBeNull();
  });
});
