/** The migration that adds corrections finds the former ones in the activity log. */
import { expect, test } from 'bun:test';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createFormerDatabase } from '../support/former-database.ts';

interface FormerDraw {
  slot: string;
  digits: string;
  published: 0 | 1;
  provenance: string;
  /** Null: it was never published. */
  publishedAt?: null;
}

function insertDraw(drawNo: string, draw: FormerDraw): string {
  const { slot, digits, published, provenance, publishedAt = 5 } = draw;
  const columns = [...digits].map((digit) => `'${digit}'`).join(', ');
  return `insert into draws values ('${drawNo}', '2026-11-15', '${slot}', '${drawNo}', ${columns}, 1, ${published}, 0,
    '${provenance}', ${publishedAt}, 1, 1, 1)`;
}

const fieldsOf = (digits: string): object =>
  Object.fromEntries([...digits].map((digit, place) => [`digit${place + 1}`, digit]));

const jsonOf = (fields: object): string => `'${JSON.stringify(fields)}'`;

/** The entries of a draw: a text is an action without digits, a pair is a correction. */
function logEntries(drawNo: string, firstId: number, entries: (string | [string, string])[]): string[] {
  return entries.map((entry, index) => {
    const id = firstId + index;
    const [action, before, after] =
      typeof entry === 'string'
        ? [entry, 'null', 'null']
        : [
            'Corrected result',
            jsonOf(fieldsOf(entry[0])),
            jsonOf({ ...fieldsOf(entry[1]), ...(id % 2 === 0 && { reason: `Reason ${id}` }) }),
          ];
    return `insert into activity values (${id}, ${id * 1000}, 'draw', '${action}', null, 'Asha', '${drawNo}', ${before}, ${after})`;
  });
}

describeOnBothDatabases('the draws of the former version', ({ newEmptyLocation, open }) => {
  test('get their corrections, without digits that were never public', async () => {
    const location = await newEmptyLocation();
    const corrected = { published: 1, provenance: 'corrected' } as const;
    await createFormerDatabase(location, {
      before: '0009',
      statements: [
        insertDraw('TWICE', { ...corrected, slot: '10:00', digits: '33333' }),
        insertDraw('HIDDEN', { ...corrected, slot: '12:00', digits: '33333' }),
        insertDraw('WITHDRAWN', { slot: '14:00', digits: '44444', published: 0, provenance: 'entered' }),
        insertDraw('DRAFT', {
          slot: '17:00',
          digits: '55555',
          published: 0,
          provenance: 'generated',
          publishedAt: null,
        }),
        ...logEntries('TWICE', 10, ['Published result', ['11111', '22222'], ['22222', '33333']]),
        ...logEntries('HIDDEN', 20, [
          'Published result',
          'Unpublished result',
          ['11111', '22222'],
          ['22222', '33333'],
          'Published result',
        ]),
        ...logEntries('WITHDRAWN', 30, ['Published result', 'Unpublished result']),
      ],
    });

    const database = await open(location);
    const rows = await database.db
      .selectFrom('draws')
      .select(['draw_no', 'public_digits', 'corrections', 'pending_reason', 'import_id'])
      .orderBy('slot')
      .execute();
    const rest = { pending_reason: null, import_id: null };
    expect(rows.map(({ corrections, ...row }) => ({ ...row, corrections: JSON.parse(corrections) }))).toEqual(
      [
        {
          ...rest,
          draw_no: 'TWICE',
          public_digits: '33333',
          corrections: [
            { at: 11_000, digits: '11111', reason: null },
            { at: 12_000, digits: '22222', reason: 'Reason 12' },
          ],
        },
        {
          ...rest,
          draw_no: 'HIDDEN',
          public_digits: '33333',
          corrections: [{ at: 22_000, digits: '11111', reason: 'Reason 22' }],
        },
        { ...rest, draw_no: 'WITHDRAWN', public_digits: '44444', corrections: [] },
        { ...rest, draw_no: 'DRAFT', public_digits: null, corrections: [] },
      ],
    );
  });
});
