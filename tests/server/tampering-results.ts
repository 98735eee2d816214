/** Results changed in the table of draws only: corrections that the log does not know. */
import type { Tampering } from './tampering-case.ts';
import { digitColumns, type Insider, otherDigits } from './tampering-copy.ts';

interface StoredDraw {
  id: string;
  draw_no: string;
  provenance: string;
  published_at: number;
  digits: string;
}

/** One of every kind. */
export const RESULTS = [
  'SC201020263',
  'OLD-1',
  'SC151120261',
  'SC-CHANGED',
  'SC151120263',
  'SC161120261',
  'SC-MISREAD',
  'SC161120263',
  'SC-WITHDRAWN',
  'SC171120262',
  'SC181120265',
  'SC211120261',
];

/** Random and corrected. */
export const TWO_RESULTS = ['SC161120261', 'SC-WITHDRAWN'];

function find({ read }: Insider, drawNo: string): StoredDraw {
  const [draw] = read<StoredDraw>(
    `select id, draw_no, provenance, published_at, digit_1 || digit_2 || digit_3 || digit_4 || digit_5 as digits
     from draws where draw_no = ?`,
    drawNo,
  );
  if (!draw) throw new Error(`no draw ${drawNo}`);
  return draw;
}

interface Change {
  name: string;
  /** By default two: the other kinds are compared in the same way. */
  results?: readonly string[];
  change(insider: Insider, draw: StoredDraw): void;
  finding: string;
}

const CHANGES: Change[] = [
  {
    name: 'other digits',
    results: RESULTS,
    change: ({ setDraw }, { id, digits }) => setDraw(id, digitColumns(otherDigits(digits))),
    finding: 'is published with the digits \\d{5}, but the log has \\d{5}\\.$',
  },
  {
    name: 'another provenance',
    change: ({ setDraw }, { id, provenance }) =>
      setDraw(id, { provenance: provenance === 'generated' ? 'entered' : 'generated' }),
    finding: 'is published with the provenance \\w+, but the log has \\w+\\.$',
  },
  {
    name: 'another time',
    change: ({ setDraw }, { id, published_at }) => setDraw(id, { published_at: published_at - 60_000 }),
    finding: 'is published with the publishedAt \\S+, but the log has \\S+\\.$',
  },
  {
    name: 'another number',
    change: ({ setDraw }, { id }) => setDraw(id, { draw_no: 'SC-OTHER' }),
    finding: 'is published with the number SC-OTHER, but the log has [\\w-]+\\.$',
  },
  {
    name: 'deleted',
    change: ({ run }, { id }) => run('delete from draws where id = ?', id),
    finding: 'is public in the log, but it is not published\\.$',
  },
  {
    name: 'withdrawn',
    change: ({ setDraw }, { id }) => setDraw(id, { published: 0, on_hold: 1 }),
    finding: 'is public in the log, but it is not published\\.$',
  },
  {
    name: 'another id',
    change: ({ setDraw }, { id }) => setDraw(id, { id: 'another' }),
    finding: 'is published, but it is not public in the log\\.$',
  },
];

const everyDraw: Tampering[] = CHANGES.flatMap(({ name, results = TWO_RESULTS, change, finding }) =>
  results.map((drawNo) => ({
    name: `${drawNo} in the table only: ${name}`,
    tamper: (insider) => change(insider, find(insider, drawNo)),
    // The log names it as it was there.
    finds: [new RegExp(`^[\\w-]+ ${finding}`)],
  })),
);

const setCorrections = (
  name: string,
  drawNo: string,
  change: (corrections: { at: number; digits: string; reason: string | null }[]) => unknown[],
): Tampering => ({
  name: `${drawNo}: ${name}`,
  tamper(insider) {
    const { id } = find(insider, drawNo);
    const [row] = insider.read<{ corrections: string }>('select corrections from draws where id = ?', id);
    insider.setDraw(id, { corrections: JSON.stringify(change(JSON.parse(row?.corrections ?? '[]'))) });
  },
  finds: [`${drawNo} is published with other corrections than the log has.`],
});

const CORRECTED = 'SC-MISREAD';
const INVENTED = { at: Date.UTC(2026, 10, 16, 7), digits: '12345', reason: null };

const corrections: Tampering[] = [
  setCorrections('corrections removed', CORRECTED, () => []),
  setCorrections('a correction added', CORRECTED, (list) => [...list, INVENTED]),
  setCorrections('former digits', CORRECTED, (list) =>
    list.map((one) => ({ ...one, digits: otherDigits(one.digits) })),
  ),
  setCorrections('reason', CORRECTED, (list) => list.map((one) => ({ ...one, reason: 'another' }))),
  setCorrections('time', CORRECTED, (list) => list.map((one) => ({ ...one, at: one.at + 1 }))),
  setCorrections('twice', CORRECTED, (list) => [...list, ...list]),
  ...['SC-CHANGED', 'SC161120261'].map((drawNo) =>
    setCorrections('a correction invented', drawNo, () => [INVENTED]),
  ),
];

const shown: Tampering[] = [
  ['a draft', 'SC211120264', 'published = 1, published_at = 1763550000000, on_hold = 0'],
  ['a sealed draft', 'OLD-3', 'published = 1, published_at = 1763550000000, on_hold = 0'],
  ['a withdrawn result', 'SC171120264', 'published = 1, on_hold = 0'],
].map(([name = '', drawNo = '', columns = '']) => ({
  name: `${name} is shown without an entry`,
  tamper: ({ run }) => run(`update draws set ${columns} where draw_no = ?`, drawNo),
  finds: [`${drawNo} is published, but it is not public in the log.`],
}));

export const resultTamperings: Tampering[] = [
  ...everyDraw,
  ...corrections,
  ...shown,
  {
    name: 'two results exchange their digits',
    tamper(insider) {
      const [one, other] = [find(insider, 'SC161120261'), find(insider, 'SC161120263')];
      insider.setDraw(one.id, digitColumns(other.digits));
      insider.setDraw(other.id, digitColumns(one.digits));
    },
    finds: [/^SC161120261 is published with the digits/, /^SC161120263 is published with the digits/],
  },
  {
    name: 'a result is moved to another day',
    tamper: (insider) => insider.setDraw(find(insider, 'OLD-1').id, { date: '2019-01-01' }),
    finds: ['OLD-1 is published with the date 2019-01-01, but the log has 2020-01-01.'],
  },
  {
    name: 'a result is moved to another slot',
    tamper: (insider) => insider.setDraw(find(insider, 'OLD-1').id, { slot: '19:00' }),
    finds: ['OLD-1 is published with the slot 19:00, but the log has 10:00.'],
  },
];
