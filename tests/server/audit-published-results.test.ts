/** The auditor finds published results that are not those of the log. */
import { describe, expect, test } from 'bun:test';
import { DATE, drawOf, NOW } from './audit-site.ts';
import { addEntry, editDraw, findingsOf, site, startSiteBeforeEach, type Tamper } from './audited-site.ts';

startSiteBeforeEach();

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
