/** The auditor finds a log that was signed although it breaks a rule. */
import { describe, expect, test } from 'bun:test';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { HOUR } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { auditTestSite, DATE, NOW } from './audit-site.ts';
import {
  addEntry,
  editDraw,
  editEntry,
  entries,
  findingsOf,
  indexOf,
  removeEntry,
  site,
  startSiteBeforeEach,
  type Tamper,
} from './audited-site.ts';

startSiteBeforeEach();

describe('a log that was signed although it breaks a rule', () => {
  const TODAY = { drawNo: 'SC140320261' };

  test.each<[string, Tamper, RegExp]>([
    [
      'other digits, also in the list',
      () => {
        editEntry('result', TODAY, () => ({ digits: '00000' }));
        editDraw('today-1', { digit1: '0', digit2: '0', digit3: '0', digit4: '0', digit5: '0' });
      },
      /^Entry \d+ \(result of SC140320261\): its digits do not follow from its seed and beacon\.$/,
    ],
    [
      'another seed',
      () =>
        editEntry('result', TODAY, ({ opening }) => ({
          opening: { ...(opening as object), seed: 'ab'.repeat(32) },
        })),
      /its seed is not that of the commitment\.$/,
    ],
    [
      'another signature',
      () =>
        editEntry('result', TODAY, ({ opening }) => ({
          opening: { ...(opening as object), signature: createBeaconSigner().sign(1) },
        })),
      /the signature of its beacon round is not genuine\.$/,
    ],
    ['no commitment', () => removeEntry('commit', TODAY), /there is no commitment for its number\.$/],
    [
      'a commitment after the round',
      () => {
        const [commit] = site.content.texts.splice(indexOf('commit', TODAY), 1);
        const at = new Date(drawInstant(DATE, '10:00')).toISOString();
        const changed = JSON.stringify({ ...JSON.parse(commit ?? ''), at });
        site.content.texts.splice(indexOf('result', TODAY), 0, changed);
      },
      /it was made after its beacon round\.$/,
    ],
    [
      'a time before that of another entry',
      () => editEntry('result', TODAY, () => ({ at: '2026-03-14T00:45:00.000Z' })),
      /(its time is before that of an earlier entry|publishedAt)/,
    ],
    ['no seal', () => removeEntry('sealed', { id: 'today-2' }), /it was not sealed\.$/],
    [
      'digits that were not sealed',
      () => {
        editEntry('result', { id: 'today-4b' }, () => ({ digits: '44445' }));
        editDraw('today-4b', { digit5: '5' });
      },
      /it is not what was sealed\.$/,
    ],
    ['a hidden withdrawal', () => removeEntry('withdraw', { id: 'today-3' }), /it is public already\.$/],
    [
      'a hidden deletion',
      () => removeEntry('withdraw', { id: 'today-4' }),
      /(another draw has its number|SC140320264 is public in the log, but it is not published)\.$/,
    ],
    [
      'a hidden correction',
      () => {
        removeEntry('correct', { id: 'today-2' });
        editDraw('today-2', { provenance: 'edited' });
        delete (site.content.draws.find(({ id }) => id === 'today-2') as { corrections?: unknown })
          .corrections;
      },
      /SC140320262 is published with the digits 33333, but the log has 22222\.$/,
    ],
    [
      'an opening too early',
      () => editEntry('opened', { drawNo: 'SC140320265' }, () => ({ at: '2026-03-14T11:49:00.000Z' })),
      /its seed was opened before the time of the draw\.$/,
    ],
    [
      'a hidden opening',
      () => removeEntry('opened', { drawNo: 'SC130320261' }),
      /^The seed of SC130320261 was not opened within 24 hours of its slot\.$/,
    ],
    [
      'a beacon that failed although it was there',
      () => {
        const { round = 0 } = entries()[indexOf('commit', TODAY)] as { round?: number };
        addEntry({ kind: 'nobeacon', date: DATE, round });
      },
      /the signature of its round was shown before\.$/,
    ],
    [
      'no first entry',
      () => removeEntry('open', {}),
      /^Entry 0 \(adopt of .*\): the first entry must open the log\.$/,
    ],
    [
      'the origin of another log',
      () => editEntry('open', {}, () => ({ origin: 'other.example.org/log' })),
      /its origin is not that of the checkpoint\.$/,
    ],
    [
      'an entry that is none',
      () => void site.content.texts.push('{"v":1}'),
      /^Entry 334 is not the exact text of an entry\.$/,
    ],
    [
      'a correction that was not published',
      async () => {
        const from = { drawNo: 'SC140320264', date: DATE, slot: '17:00', digits: '44444' } as const;
        addEntry({ kind: 'withdraw', id: 'today-4b', drawNo: 'SC140320264', deleted: false });
        addEntry({ kind: 'correct', id: 'today-4b', from, to: { ...from, digits: '55555' }, reason: null });
        site.content.draws = site.content.draws.filter(({ id }) => id !== 'today-4b');
      },
      /^Entry 335: the draw today-4b was corrected while withdrawn, and not published\.$/,
    ],
  ])('%s', async (_name, tamper, expected) => {
    await tamper();
    const findings = await findingsOf({ now: NOW + HOUR });
    expect(findings).not.toEqual([]);
    for (const finding of findings) expect(finding).toMatch(expected);
  });

  test('the beacon that the site uses is not the one that is set', async () => {
    const { chain } = createBeaconSigner();
    const findings = await findingsOf({ chains: new Map([[chain.id, chain]]) });
    expect(findings).toContain('Entry 306 (commit of SC140320261): its beacon chain is not known.');
    expect(await findingsOf({ chains: new Map() })).toEqual(findings);
  });

  test('of many findings the first hundred are listed', async () => {
    site.content.draws = [];
    const { findings, findingCount } = await auditTestSite(site);
    expect(findingCount).toBe(308);
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)).toBe('and 208 more');
  });
});
