/** The auditor: a site without findings, and a log that changes while it is read. */
import { describe, expect, test } from 'bun:test';
import { addDays, DAY } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { auditTestSite, DATE, drawOf, log, NOW } from './audit-site.ts';
import {
  addDrafts,
  addEntry,
  editDraw,
  editFile,
  findingsOf,
  flip,
  PARTIAL,
  REST,
  site,
  startSiteBeforeEach,
} from './audited-site.ts';

startSiteBeforeEach();

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
      expect(await findingsOf({ rememberedNote: await site.note(size), pause })).toEqual([]);
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
      rememberedNote: await site.note(),
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
