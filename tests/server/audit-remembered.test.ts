/** The auditor remembers: the log must still contain what it has seen, also after a restore. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDays, MINUTE } from '../../src/core/ist-time.ts';
import { checkpointBody } from '../../src/core/public-log/checkpoint.ts';
import { newSigner, noteOf } from '../support/note-signer.ts';
import { createLogBuilder, ORIGIN } from '../support/public-log.ts';
import { auditTestSite, DATE, log, NOW, startSite, type TestSite } from './audit-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

const audit = (remembered: string) => auditTestSite(site, { rememberedNote: remembered });

describe('the same log', () => {
  test('has grown', async () => {
    const remembered = await site.note(330);
    expect((await audit(remembered)).findings).toEqual([]);
  });

  test('is shorter than the remembered one, also after a while', async () => {
    const remembered = await site.note();
    const { texts } = site.content;
    site.content.texts = texts.slice(0, -5);
    const pauses: number[] = [];
    const { findings } = await auditTestSite(site, {
      rememberedNote: remembered,
      async pause(milliseconds) {
        pauses.push(milliseconds);
      },
    });
    expect(findings).toEqual(['The log has 329 entries, but the remembered checkpoint has 334.']);
    expect(pauses).toEqual([6_000]);
  });

  test('is shorter, and differs in so many ways that not all of them are listed', async () => {
    const remembered = await site.note();
    site.content.texts = site.content.texts.slice(0, 1);
    const { findings } = await audit(remembered);
    expect(findings[0]).toBe('The log has 1 entries, but the remembered checkpoint has 334.');
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)).toBe('and 209 more');
  });

  test('is shorter only because of a cache', async () => {
    const remembered = await site.note();
    const { texts } = site.content;
    site.content.texts = texts.slice(0, -5);
    const { findings } = await auditTestSite(site, {
      rememberedNote: remembered,
      async pause() {
        site.content.texts = texts;
      },
    });
    expect(findings).toEqual([]);
  });

  test('was rewritten so that no rule is broken', async () => {
    const remembered = await site.note();
    site.content.texts = site.content.texts.map((text) => text.replace('"misread"', '"unclear"'));
    site.content.draws = JSON.parse(JSON.stringify(site.content.draws).replace('"misread"', '"unclear"'));
    expect((await audit(remembered)).findings).toEqual([
      'The first 334 entries are not those of the remembered checkpoint.',
    ]);
    expect((await auditTestSite(site)).findings).toEqual([]);
  });

  test('has another key', async () => {
    const remembered = await site.note();
    site.signer = newSigner(ORIGIN);
    expect((await audit(remembered)).findings).toEqual([
      'The remembered checkpoint was not signed with the key of this log.',
    ]);
  });

  test('a remembered checkpoint that was changed', async () => {
    const remembered = (await site.note()).replace('\n334\n', '\n300\n');
    expect((await audit(remembered)).findings).toEqual([
      'The remembered checkpoint was not signed with the key of this log.',
    ]);
  });

  test('a remembered checkpoint that is none', async () => {
    await expect(audit('hello')).rejects.toThrow('What was remembered is not a checkpoint.');
  });
});

describe('another log', () => {
  const noteFor = (origin: string, size: number, root: Uint8Array<ArrayBuffer>) =>
    noteOf(checkpointBody({ origin, size, root }), { ...site.signer, name: origin });

  test.each([`${ORIGIN}/2`, 'other.example.org/log'])('the remembered one is %s', async (origin) => {
    const { root } = await site.checkpoint();
    expect((await audit(await noteFor(origin, 334, root))).findings).toEqual([
      `The remembered checkpoint is of ${origin}, which the log ${ORIGIN} does not continue.`,
    ]);
  });

  /** As after a restore: everything that is public is adopted again. */
  async function restore(number: number, former = ORIGIN, rootChange: (root: string) => string = String) {
    const { size, root } = await site.checkpoint();
    const next = createLogBuilder(log.signer);
    next.add(
      { kind: 'continue', origin: former, size, root: rootChange(root.toBase64()), reason: 'disk failed' },
      NOW + MINUTE,
    );
    for (const draw of site.content.draws) {
      const { id, drawNo, date, slot, digit1, digit2, digit3, digit4, digit5, provenance, publishedAt } =
        draw;
      const digits = [digit1, digit2, digit3, digit4, digit5].join('');
      next.add({ kind: 'adopt', id, drawNo, date, slot, digits, provenance, publishedAt });
    }
    for (const commit of await next.commitments(addDays(DATE, 1))) next.add(commit);
    site.content.origin = `${ORIGIN}/${number}`;
    site.content.texts = next.texts;
  }

  test('continues the former one', async () => {
    const remembered = await site.note();
    await restore(2);
    const result = await audit(remembered);
    expect(result).toMatchObject({ findings: [], log: { notes: [], results: 308, commitments: 5 } });
    expect(site.requests.filter((path) => path.includes('/tile/')).toSorted()).toEqual([
      '/log/tile/0/000?log=2',
      '/log/tile/0/001.p/58?log=2',
      '/log/tile/1/000.p/1?log=2',
      '/log/tile/entries/000?log=2',
      '/log/tile/entries/001.p/58?log=2',
    ]);
    site.requests = [];
    expect((await audit(await site.note())).findings).toEqual([]);
  });

  const cannotCompare = `The log continues a former one since a restore: the record remembered of ${ORIGIN} cannot be compared.`;

  test.each([333, 1])('continues the former one, of which %d entries were remembered', async (size) => {
    const remembered = await site.note(size);
    await restore(2);
    expect(await audit(remembered)).toMatchObject({ findings: [], log: { notes: [cannotCompare] } });
  });

  test('continues one that continued the remembered one', async () => {
    const remembered = await site.note();
    await restore(3, `${ORIGIN}/2`);
    expect(await audit(remembered)).toMatchObject({ findings: [], log: { notes: [cannotCompare] } });
  });

  test('continues the former one with another root', async () => {
    const remembered = await site.note();
    await restore(2, ORIGIN, () => Buffer.alloc(32).toString('base64'));
    expect((await audit(remembered)).findings).toEqual([
      `The log continues ${ORIGIN} with another root than the remembered checkpoint has.`,
    ]);
  });

  test('has a number, but does not say what it continues', async () => {
    const remembered = await site.note();
    site.content.origin = `${ORIGIN}/2`;
    expect((await audit(remembered)).findings).toEqual([
      `The remembered checkpoint is of ${ORIGIN}, which the log ${ORIGIN}/2 does not continue.`,
      'Entry 0 (open): its origin is not that of the checkpoint.',
    ]);
  });

  test('is older than the remembered one', async () => {
    const remembered = await noteFor(`${ORIGIN}/3`, 334, new Uint8Array(32));
    await restore(2);
    expect((await audit(remembered)).findings).toEqual([
      `The remembered checkpoint is of ${ORIGIN}/3, which the log ${ORIGIN}/2 does not continue.`,
    ]);
  });

  test('continues the former one with another key', async () => {
    const remembered = await site.note();
    site.signer = newSigner(ORIGIN);
    await restore(2);
    expect((await audit(remembered)).findings).toEqual([
      'The remembered checkpoint was not signed with the key of this log.',
    ]);
  });
});
