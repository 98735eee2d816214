/** The auditor finds a key, a checkpoint or a tree that is not that of the entries. */
import { describe, expect, test } from 'bun:test';
import { checkpointBody } from '../../src/core/public-log/checkpoint.ts';
import { decodeBundle, encodeBundle } from '../../src/core/public-log/tiles.ts';
import { newSigner, noteOf } from '../support/note-signer.ts';
import { ORIGIN } from '../support/public-log.ts';
import { auditTestSite } from './audit-site.ts';
import {
  editFile,
  findingsOf,
  flip,
  PARTIAL,
  REST,
  site,
  startSiteBeforeEach,
  type Tamper,
} from './audited-site.ts';

startSiteBeforeEach();

describe('the key and the checkpoint', () => {
  const NOT_SIGNED = ['/log/checkpoint is not signed with the key of the log.'];

  test.each<[string, Tamper, string[]]>([
    ['a changed signature', () => editFile('/log/checkpoint', (bytes) => flip(bytes, -20)), NOT_SIGNED],
    [
      'a changed size',
      () => editFile('/log/checkpoint', (bytes) => Buffer.from(bytes).toString().replace('334', '333')),
      NOT_SIGNED,
    ],
    ['no checkpoint', () => editFile('/log/checkpoint', () => 'hello'), NOT_SIGNED],
    [
      'the key of another log',
      async () => {
        const other = await noteOf(checkpointBody(await site.checkpoint()), newSigner(ORIGIN));
        editFile('/log/checkpoint', () => other);
      },
      NOT_SIGNED,
    ],
    [
      'another origin than the key has',
      async () => {
        const checkpoint = { ...(await site.checkpoint()), origin: 'other.example.org/log' };
        const other = await noteOf(checkpointBody(checkpoint), { ...site.signer, name: checkpoint.origin });
        editFile('/log/checkpoint', () => other);
      },
      NOT_SIGNED,
    ],
    [
      'a wrong hash of the key',
      () => editFile('/log/key', (bytes) => flip(bytes, 26)),
      ['/log/key is not a verifier key.'],
    ],
    ['no key', () => editFile('/log/key', () => '\n'), ['/log/key is not a verifier key.']],
  ])('%s', async (_name, tamper, expected) => {
    await tamper();
    expect(await auditTestSite(site)).toEqual({ findings: expected, findingCount: 1, log: null });
  });
});

describe('the tree', () => {
  const sign = async (change: { size?: number; root?: Uint8Array<ArrayBuffer> }) => {
    const checkpoint = { ...(await site.checkpoint()), ...change };
    const note = await noteOf(checkpointBody(checkpoint), site.signer);
    editFile('/log/checkpoint', () => note);
  };
  const ROOT = 'The 334 entries do not give the root of the checkpoint.';
  const tileIsWrong = (path: string) => `/log/tile/${path} does not have the hashes of the entries.`;
  const editBundle = (
    path: string,
    change: (entries: Uint8Array<ArrayBuffer>[]) => Uint8Array<ArrayBuffer>[],
  ) => editFile(path, (bytes) => encodeBundle(change(decodeBundle(bytes) ?? [])));

  test.each<[string, Tamper, string[]]>([
    ['another root', () => sign({ root: new Uint8Array(32) }), [ROOT]],
    [
      'the root of fewer entries',
      () => sign({ size: 333 }),
      ['The 333 entries do not give the root of the checkpoint.'],
    ],
    ['more entries than there are', () => sign({ size: 335 }), ['/log/tile/entries/001 returns status 404.']],
    [
      'far too many entries',
      () => sign({ size: 9_007_199_254_740_991 }),
      ['/log/checkpoint has more than 1,000,000 entries.'],
    ],
    [
      'a changed hash',
      () => editFile('/log/tile/0/000', (bytes) => flip(bytes, 1_000)),
      [tileIsWrong('0/000')],
    ],
    [
      'a changed hash in a partial tile',
      () => editFile(`/log/tile/0/001.p/${REST}`, (bytes) => flip(bytes, 0)),
      [tileIsWrong(`0/001.p/${REST}`)],
    ],
    [
      'a changed hash above',
      () => editFile('/log/tile/1/000.p/1', (bytes) => flip(bytes, 31)),
      [tileIsWrong('1/000.p/1')],
    ],
    [
      'a tile with fewer hashes',
      () => editFile('/log/tile/0/000', (bytes) => bytes.slice(32)),
      [tileIsWrong('0/000')],
    ],
    ['a tile that is none', () => editFile('/log/tile/0/000', () => 'hashes'), [tileIsWrong('0/000')]],
    [
      'a missing tile',
      () => {
        site.intercept = (path, usual) =>
          path === '/log/tile/0/000' ? new Response(null, { status: 404 }) : usual();
      },
      ['/log/tile/0/000 returns status 404.'],
    ],
    [
      'entries in another order',
      () =>
        editBundle('/log/tile/entries/000', ([open, one, two, ...rest]) =>
          [open, two, one, ...rest].filter((e) => e !== undefined),
        ),
      [ROOT, tileIsWrong('0/000'), tileIsWrong('1/000.p/1')],
    ],
    [
      'an entry that its hash does not have',
      () =>
        editBundle('/log/tile/entries/000', (all) =>
          all.with(
            1,
            new Uint8Array(
              Buffer.from(
                Buffer.from(all[1] ?? [])
                  .toString()
                  .replace('10060', '10061'),
              ),
            ),
          ),
        ),
      [
        ROOT,
        tileIsWrong('0/000'),
        tileIsWrong('1/000.p/1'),
        'SC120120261 is published with the digits 10060, but the log has 10061.',
      ],
    ],
    [
      'a bundle without an entry',
      () => editBundle(PARTIAL, (all) => all.slice(1)),
      [`${PARTIAL} is not a bundle of 78 entries.`],
    ],
    [
      'an entry that is not UTF-8',
      () => editBundle(PARTIAL, (all) => all.with(5, Uint8Array.of(0xff))),
      [`${PARTIAL} is not a bundle of 78 entries.`],
    ],
    [
      'a bundle that is none',
      () => editFile(PARTIAL, () => 'entries'),
      [`${PARTIAL} is not a bundle of 78 entries.`],
    ],
  ])('%s', async (_name, tamper, expected) => {
    await tamper();
    expect((await findingsOf()).toSorted()).toEqual(expected.toSorted());
  });
});
