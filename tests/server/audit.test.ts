/** The auditor: a site without findings, and every kind of lie that it must find. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import type { Draw } from '../../src/contract/draws.ts';
import { addDays, DAY, HOUR } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { checkpointBody } from '../../src/core/public-log/checkpoint.ts';
import { entryText, type LogEntry, type NewEntry, withTime } from '../../src/core/public-log/entries.ts';
import { decodeBundle, encodeBundle } from '../../src/core/public-log/tiles.ts';
import { newSigner, noteOf } from '../support/note-signer.ts';
import { ORIGIN } from '../support/public-log.ts';
import { auditTestSite, DATE, drawOf, log, NOW, startSite, type TestSite } from './audit-site.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

type Tamper = () => void | Promise<void>;
type AnyEntry = LogEntry & Record<string, unknown>;

const entries = (): AnyEntry[] => site.content.texts.map((text) => JSON.parse(text));

function indexOf(kind: string, part: Partial<Record<string, unknown>>): number {
  const matches = (entry: AnyEntry) =>
    entry.kind === kind && Object.entries(part).every(([name, value]) => entry[name] === value);
  const index = entries().findIndex(matches);
  if (index < 0) throw new Error(`no entry ${kind} ${JSON.stringify(part)}`);
  return index;
}

function editEntry(
  kind: string,
  part: Partial<Record<string, unknown>>,
  change: (entry: AnyEntry) => object,
): void {
  const index = indexOf(kind, part);
  const entry = JSON.parse(site.content.texts[index] ?? '');
  site.content.texts[index] = JSON.stringify({ ...entry, ...change(entry) });
}

const removeEntry = (kind: string, part: Partial<Record<string, unknown>>): void =>
  void site.content.texts.splice(indexOf(kind, part), 1);

const addEntry = (entry: NewEntry, at = NOW): void =>
  void site.content.texts.push(entryText(withTime(entry, at)));

/** Adds entries that change nothing until there are so many. */
function addDrafts(size: number): void {
  while (site.content.texts.length < size) {
    const drawNo = `X-${site.content.texts.length}`;
    const sealed = 'ab'.repeat(32);
    addEntry({ kind: 'sealed', id: drawNo, drawNo, date: '2020-01-01', slot: '10:00', sealed });
  }
}

function editDraw(id: string, change: Partial<Draw>): void {
  const { draws } = site.content;
  const index = draws.findIndex((draw) => draw.id === id);
  if (index < 0) throw new Error(`no draw ${id}`);
  draws[index] = { ...draws[index], ...change } as Draw;
}

/** Changes the bytes of a file. */
function editFile(
  path: string,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | string,
) {
  site.intercept = async (asked, usual) => {
    const response = await usual();
    if (asked !== path) return response;
    expect(response.status).toBe(200);
    return new Response(change(new Uint8Array(await response.arrayBuffer())));
  };
}

const flip = (bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> =>
  bytes.with(index < 0 ? bytes.length + index : index, (bytes.at(index) ?? 0) ^ 1);

const REST = 78;
const PARTIAL = `/log/tile/entries/001.p/${REST}`;
const findingsOf = async (options?: Parameters<typeof auditTestSite>[1]) =>
  (await auditTestSite(site, options)).findings;

describe('an honest site', () => {
  test('has no findings', async () => {
    const { texts, draws } = site.content;
    expect(texts).toHaveLength(256 + REST);
    const lines: string[] = [];
    const result = await auditTestSite(site, { report: (line) => lines.push(line) });
    expect(result).toEqual({
      findings: [],
      findingCount: 0,
      log: {
        checkpoint: await site.note(),
        entries: texts.length,
        results: draws.length,
        commitments: 15,
        notes: [],
      },
    });
    expect(lines).toEqual([
      'Reading 334 entries of results.example.org/log.',
      'Comparing the published results with the log.',
    ]);
    expect(site.requests.toSorted()).toEqual([
      '/api/draws?limit=500',
      '/api/draws?limit=500&cursor=100',
      '/api/draws?limit=500&cursor=200',
      '/api/draws?limit=500&cursor=300',
      '/log/checkpoint',
      '/log/key',
      '/log/tile/0/000',
      `/log/tile/0/001.p/${REST}`,
      '/log/tile/1/000.p/1',
      '/log/tile/entries/000',
      PARTIAL,
    ]);
  });

  test('is still the one that was remembered', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    for (const size of [0, 1, 255, 256, 257, site.content.texts.length]) {
      expect(await findingsOf({ remembered: await site.note(size), pause })).toEqual([]);
    }
    expect(pauses).toBe(0);
  });

  test('may publish meanwhile', async () => {
    const late = log.opened(addDays(DATE, 1), '10:00');
    const adopted = { drawNo: 'SC01', date: '2020-01-01', slot: '10:00', digits: '12345' } as const;
    const at = new Date(NOW).toISOString();
    const pauses: number[] = [];
    const draw = drawOf('imported', adopted, { provenance: 'entered', publishedAt: at });
    site.content.draws.unshift(draw);
    const { findings, log: audited } = await auditTestSite(site, {
      async pause(milliseconds) {
        pauses.push(milliseconds);
        if (pauses.length < 2) return;
        addEntry({ kind: 'adopt', id: 'imported', ...adopted, provenance: 'entered', publishedAt: at });
        addEntry(late, drawInstant(addDays(DATE, 1), '10:00'));
      },
      remembered: await site.note(),
    });
    expect(findings).toEqual([]);
    expect(pauses).toEqual([6_000, 6_000]);
    expect(audited).toMatchObject({ entries: site.content.texts.length, checkpoint: await site.note() });
  });

  test('may have a long log, which is reported while it is read', async () => {
    addDrafts(5_100);
    const lines: string[] = [];
    expect(await findingsOf({ report: (line) => lines.push(line) })).toEqual([]);
    expect(lines[1]).toBe('Read 5,000 of 5,100 entries.');
    expect(lines).toHaveLength(3);
  });

  test('may fill a tile meanwhile, so that the partial one is gone', async () => {
    site.intercept = async (path, usual) => {
      if (!path.endsWith(`.p/${REST}`)) return usual();
      addDrafts(512);
      return new Response(null, { status: 404 });
    };
    expect(await findingsOf()).toEqual([]);
  });

  test('may answer only the second time', async () => {
    const failed = new Set<string>();
    site.intercept = async (path, usual) => {
      if (failed.has(path)) return usual();
      failed.add(path);
      return new Response(null, { status: failed.size % 2 === 0 ? 503 : 429 });
    };
    expect(await findingsOf()).toEqual([]);
  });

  test('opens its seeds in time', async () => {
    const due = drawInstant(addDays(DATE, 1), '10:00') + DAY;
    expect(await findingsOf({ now: due })).toEqual([]);
    expect(await findingsOf({ now: due + 1 })).toEqual([
      'The seed of SC150320261 was not opened within 24 hours of its slot.',
    ]);
  });

  test('does not open a seed late', async () => {
    const tomorrow = addDays(DATE, 1);
    const due = drawInstant(tomorrow, '10:00') + DAY;
    addEntry(log.opened(tomorrow, '10:00'), due);
    addEntry(log.opened(tomorrow, '12:00'), drawInstant(tomorrow, '12:00') + DAY + 1);
    addEntry(log.opened(tomorrow, '14:00'), drawInstant(tomorrow, '14:00') + DAY + 1);
    expect(await findingsOf()).toEqual([
      'The seed of SC150320262 was opened later than 24 hours after its slot.',
      'The seed of SC150320263 was opened later than 24 hours after its slot.',
    ]);
  });
});

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
    const findings = await findingsOf({ chains: new Map([[chain.chain, chain]]) });
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

describe('the published results', () => {
  const correction = { at: '2026-03-14T06:50:00.000Z', digits: '22222', reason: 'misread' };
  const corrections = 'SC140320262 is published with other corrections than the log has.';

  test.each<[string, Tamper, string[]]>([
    [
      'other digits',
      () => editDraw('old-SC120320261', { digit3: '9' }),
      ['SC120320261 is published with the digits 10901, but the log has 10001.'],
    ],
    [
      'another number',
      () => editDraw('today-3', { drawNo: 'X-1' }),
      ['SC140320263 is published with the number X-1, but the log has SC140320263.'],
    ],
    [
      'another date',
      () => editDraw('today-3', { date: '2026-03-13' }),
      ['SC140320263 is published with the date 2026-03-13, but the log has 2026-03-14.'],
    ],
    [
      'another slot',
      () => editDraw('today-3', { slot: '19:00' }),
      ['SC140320263 is published with the slot 19:00, but the log has 14:00.'],
    ],
    [
      'another provenance',
      () => editDraw('today-4b', { provenance: 'generated' }),
      ['SC140320264 is published with the provenance generated, but the log has entered.'],
    ],
    [
      'another time',
      () => editDraw('today-1', { publishedAt: '2026-03-14T04:45:00.001Z' }),
      [
        'SC140320261 is published with the publishedAt 2026-03-14T04:45:00.001Z, but the log has 2026-03-14T04:45:00.000Z.',
      ],
    ],
    ['no corrections', () => editDraw('today-2', { corrections: [] }), [corrections]],
    [
      'other former digits',
      () => editDraw('today-2', { corrections: [{ ...correction, digits: '22223' }] }),
      [corrections],
    ],
    [
      'another reason',
      () => editDraw('today-2', { corrections: [{ ...correction, reason: null }] }),
      [corrections],
    ],
    [
      'another time of the correction',
      () => editDraw('today-2', { corrections: [{ ...correction, at: '2026-03-14T06:51:00.000Z' }] }),
      [corrections],
    ],
    [
      'a correction that is not in the log',
      () => editDraw('today-2', { corrections: [correction, correction] }),
      [corrections],
    ],
    [
      'a result that is not in the log',
      () =>
        void site.content.draws.push(
          drawOf(
            'new',
            { drawNo: 'X-2', date: DATE, slot: '19:00', digits: '12345' },
            { provenance: 'entered', publishedAt: '2026-03-14T13:30:00.000Z' },
          ),
        ),
      ['X-2 is published, but it is not public in the log.'],
    ],
    [
      'a result that is only in the log',
      () => void site.content.draws.splice(7, 1),
      ['SC130120263 is public in the log, but it is not published.'],
    ],
    [
      'another id',
      () => editDraw('today-1', { id: 'other' }),
      [
        'SC140320261 is published, but it is not public in the log.',
        'SC140320261 is public in the log, but it is not published.',
      ],
    ],
    [
      'a result twice',
      () => void site.content.draws.push(...site.content.draws.slice(-1)),
      ['SC140320264 is published twice with the id today-4b.'],
    ],
    [
      'a deleted result',
      () =>
        void site.content.draws.push(
          drawOf(
            'today-4',
            { drawNo: 'SC140320264', date: DATE, slot: '17:00', digits: '12345' },
            { provenance: 'generated', publishedAt: '2026-03-14T11:45:00.000Z' },
          ),
        ),
      ['SC140320264 is published, but it is not public in the log.'],
    ],
    [
      'a list that is none',
      () => {
        site.intercept = (path, usual) =>
          path.startsWith('/api/') ? Response.json({ items: [{}] }) : usual();
      },
      ['/api/draws is not a list of results.'],
    ],
    [
      'no list',
      () => {
        site.intercept = (path, usual) =>
          path.startsWith('/api/') ? new Response(null, { status: 404 }) : usual();
      },
      ['/api/draws?limit=500 returns status 404.'],
    ],
  ])('%s', async (_name, tamper, expected) => {
    await tamper();
    expect(await findingsOf()).toEqual(expected);
  });

  test('an adopted result may have corrections from before the log, but not after those of the log', async () => {
    const id = 'old-SC120320261';
    const from = { drawNo: 'SC120320261', date: '2026-03-12', slot: '10:00', digits: '10001' } as const;
    addEntry({ kind: 'correct', id, from, to: { ...from, digits: '90001' }, reason: null });
    editDraw(id, { digit1: '9' });
    const before = { at: '2026-03-12T04:45:00.000Z', digits: '00000', reason: 'typing' };
    const after = { at: new Date(NOW).toISOString(), digits: '10001', reason: null };
    const found = ['SC120320261 is published with other corrections than the log has.'];
    for (const [list, expected] of [
      [[before, after], []],
      [[after], []],
      [[before], found],
      [[after, before], found],
      [[before, { ...after, reason: 'misread' }], found],
    ] as const) {
      editDraw(id, { corrections: [...list] });
      expect(await findingsOf()).toEqual([...expected]);
    }
  });
});

describe('a log that changes while it is read', () => {
  let pauses: number;

  /** A difference makes the auditor read the log again. */
  const changing = async (change: () => void | Promise<void>) => {
    editDraw('today-1', { provenance: 'entered' });
    pauses = 0;
    return findingsOf({
      async pause() {
        pauses += 1;
        if (pauses === 1) await change();
      },
    });
  };

  test('is read again twice, not more', async () => {
    expect(await changing(() => {})).toEqual([
      'SC140320261 is published with the provenance entered, but the log has generated.',
    ]);
    expect(pauses).toBe(2);
    expect(site.requests.filter((path) => path === '/log/checkpoint')).toHaveLength(3);
  });

  test('becomes smaller', async () => {
    const findings = await changing(() => void site.content.texts.splice(300));
    expect(findings).toEqual([
      'The log had 334 entries, and then only 300.',
      'SC140320261 is published with the provenance entered, but the log has generated.',
    ]);
    expect(pauses).toBe(1);
  });

  test('gets another last entry', async () => {
    const findings = await changing(() => {
      site.content.texts.splice(-1);
      addEntry(log.opened(addDays(DATE, 1), '10:00'));
    });
    expect(findings).toContain('The 334 entries do not give the root of the checkpoint.');
  });

  test('grows, but an entry before is another one', async () => {
    const findings = await changing(() => {
      site.content.texts.splice(-2, 1, '{"v":1}');
      addEntry({
        kind: 'sealed',
        id: 'x',
        drawNo: 'X-1',
        date: DATE,
        slot: '10:00',
        sealed: 'ab'.repeat(32),
      });
    });
    expect(findings).toContain('Entry 332 is not the one that was there before.');
    expect(findings).toContain('The 335 entries do not give the root of the checkpoint.');
  });

  test('loses its signature', async () => {
    const findings = await changing(() => editFile('/log/checkpoint', (bytes) => flip(bytes, -20)));
    expect(findings).toContain('/log/checkpoint is not signed with the key of the log.');
    expect(pauses).toBe(1);
  });
});
