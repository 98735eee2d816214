/** Every kind of entry: dropped, repeated, moved, changed, with the tree computed again and without. */
import type { LogEntry } from '../../src/core/public-log/entries.ts';
import { REWRITTEN, type Tampering } from './tampering-case.ts';
import type { Insider } from './tampering-copy.ts';
import { SAMPLES, type Sample } from './tampering-samples.ts';

const listOf = (finding: RegExp | string | null) => (finding === null ? [] : [finding]);

const timeAt = ({ texts }: Insider, index: number, more: number): string =>
  new Date(Date.parse((JSON.parse(texts[index] ?? '') as LogEntry).at) + more).toISOString();

/** For what does not depend on the kind: the tree and the text are those of any entry. */
const SOME = SAMPLES.filter(({ name }) =>
  ['the first entry', 'a result with a beacon', 'the seed of a day without drafts'].includes(name),
);

interface Operation {
  name: string;
  samples: readonly Sample[];
  change(insider: Insider, index: number): void;
  finds(sample: Sample): (RegExp | string)[];
}

const NOT_EXACT = /^Entry \d+ is not the exact text of an entry\.$/;
const TOO_EARLY = /^Entry \d+ .*its time is before that of an earlier entry\.$/;

const OPERATIONS: Operation[] = [
  {
    name: 'is dropped',
    samples: SAMPLES,
    change: ({ texts }, index) => void texts.splice(index, 1),
    finds: ({ dropped }) => [REWRITTEN, ...listOf(dropped)],
  },
  {
    name: 'is repeated',
    samples: SAMPLES,
    change: ({ texts }, index) => void texts.splice(index, 0, texts[index] ?? ''),
    finds: ({ repeated }) => [REWRITTEN, ...listOf(repeated)],
  },
  {
    name: 'is exchanged with its neighbour',
    samples: SOME,
    change({ texts }, index) {
      const [one = '', other = ''] = texts.slice(index, index + 2);
      texts.splice(index, 2, other, one);
    },
    finds: () => [REWRITTEN],
  },
  {
    name: 'is moved before the entry before it',
    samples: SOME,
    change(insider, index) {
      if (index === 0) insider.edit(0, { at: timeAt(insider, 1, 1) });
      else insider.edit(index, { at: timeAt(insider, index - 1, -1) });
    },
    finds: () => [REWRITTEN, TOO_EARLY],
  },
  {
    name: 'has another version',
    samples: SOME,
    change: (insider, index) => insider.edit(index, { v: 2 }),
    finds: () => [REWRITTEN, NOT_EXACT],
  },
  {
    name: 'has another field',
    samples: SOME,
    change: (insider, index) => insider.edit(index, { note: 'x' }),
    finds: () => [REWRITTEN, NOT_EXACT],
  },
  {
    name: 'is changed without its hash',
    samples: SOME,
    change: ({ run, texts }, index) =>
      run(
        'update log_entries set text = ? where position = ?',
        texts[index]?.replace(/}$/, ' }') ?? '',
        index,
      ),
    finds: () => [
      /^The 307 entries do not give the root of the checkpoint\.$/,
      /^\/log\/tile\/0\/00[01](\.p\/51)? does not have the hashes of the entries\.$/,
      REWRITTEN,
    ],
  },
  {
    name: 'has another hash',
    samples: SOME,
    change: ({ run, texts }, index) =>
      run(
        'update log_entries set hash = ? where position = ?',
        Buffer.alloc(32, texts.length).toString('base64'),
        index,
      ),
    finds: () => [/^\/log\/tile\/0\/00[01](\.p\/51)? does not have the hashes of the entries\.$/],
  },
];

export const entryTamperings: Tampering[] = OPERATIONS.flatMap(({ name, samples, change, finds }) =>
  samples.map((entry) => ({
    name: `${entry.name} ${name}`,
    tamper: (insider) => change(insider, insider.indexOf(entry.matches)),
    finds: finds(entry),
  })),
);
