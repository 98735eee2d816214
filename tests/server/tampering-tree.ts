/** The tree, the state and the name of the log. */
import { entryText, withTime } from '../../src/core/public-log/entries.ts';
import { REWRITTEN, type Tampering } from './tampering-case.ts';
import type { Insider } from './tampering-copy.ts';
import { ORIGIN } from './tampering-site.ts';

const ANY_HASH = Buffer.alloc(32, 7).toString('base64');
const ROOT = /^The 307 entries do not give the root of the checkpoint\.$/;

interface State {
  size: number;
  frontier: string;
}

const frontierOf = ({ read }: Insider): string[] =>
  JSON.parse(read<State>('select frontier from log_state')[0]?.frontier ?? '[]');

const setFrontier = (insider: Insider, frontier: readonly string[]): void =>
  insider.run('update log_state set frontier = ?', JSON.stringify(frontier));

const setSize = (size: number) => (insider: Insider) => insider.run('update log_state set size = ?', size);

const setOrigin = (insider: Insider, origin: string): void =>
  insider.run('update log_state set origin = ?', origin);

export const treeTamperings: Tampering[] = [
  ...[0, 4].map((place) => ({
    name: `hash ${place} of the frontier`,
    tamper: (insider: Insider) => setFrontier(insider, frontierOf(insider).with(place, ANY_HASH)),
    finds: [ROOT],
  })),
  {
    name: 'the hashes of the frontier in another order',
    tamper: (insider) => setFrontier(insider, frontierOf(insider).toReversed()),
    finds: [ROOT],
  },
  {
    name: 'a hash of the upper tiles',
    tamper: ({ run }) => run('update log_tiles set hash = ?', ANY_HASH),
    finds: ['/log/tile/1/000.p/1 does not have the hashes of the entries.'],
  },
  {
    name: 'the upper tiles are gone',
    tamper: ({ run }) => run('delete from log_tiles'),
    finds: ['/log/tile/1/000.p/1 returns status 500.'],
  },
  ...[299, 1].map((size) => ({
    name: `rolled back to ${size} entries`,
    tamper: ({ texts }: Insider) => void texts.splice(size),
    finds: [`The log has ${size} entries, but the remembered checkpoint has 300.`],
  })),
  ...[306, 231].map((size) => ({
    name: `only the size is ${size}`,
    tamper: setSize(size),
    finds: [`The ${size} entries do not give the root of the checkpoint.`],
  })),
  {
    name: 'only the size is larger',
    tamper: setSize(308),
    finds: [/^\/log\/tile\/\S+ returns status 500\.$/],
  },
  ...[0, 255, 306].map((position) => ({
    name: `the row of entry ${position} is gone`,
    tamper: ({ run }: Insider) => run('delete from log_entries where position = ?', position),
    finds: [/^\/log\/tile\/entries\/00[01](\.p\/51)? returns status 500\.$/],
  })),
  ...[10, 255].map((position) => ({
    name: `the rows of the entries ${position} and ${position + 1} are exchanged`,
    tamper({ run }: Insider) {
      run('update log_entries set position = -1 where position = ?', position);
      run('update log_entries set position = ? where position = ?', position, position + 1);
      run('update log_entries set position = ? where position = -1', position + 1);
    },
    finds: [ROOT, REWRITTEN],
  })),
  {
    name: 'another origin',
    tamper: (insider) => setOrigin(insider, 'other.example.org/log'),
    finds: [
      /^Entry 0 \(open\): its origin is not that of the checkpoint\.$/,
      `The remembered checkpoint is of ${ORIGIN}, which the log other.example.org/log does not continue.`,
    ],
  },
  {
    name: 'another origin, also in the first entry',
    tamper(insider) {
      setOrigin(insider, 'other.example.org/log');
      insider.edit(0, { origin: 'other.example.org/log' });
    },
    finds: [
      `The remembered checkpoint is of ${ORIGIN}, which the log other.example.org/log does not continue.`,
    ],
  },
  {
    name: 'the origin of a continued log without an entry that continues',
    tamper: (insider) => setOrigin(insider, `${ORIGIN}/2`),
    finds: [
      /^Entry 0 \(open\): its origin is not that of the checkpoint\.$/,
      `The remembered checkpoint is of ${ORIGIN}, which the log ${ORIGIN}/2 does not continue.`,
    ],
  },
  {
    name: 'the first entry names a continued log as well',
    tamper(insider) {
      setOrigin(insider, `${ORIGIN}/2`);
      insider.edit(0, { origin: `${ORIGIN}/2` });
    },
    finds: [/^Entry 0 \(open\): the origin of the checkpoint is that of a continued log\.$/],
  },
  ...(
    [
      [
        'another root',
        ORIGIN,
        300,
        `The log continues ${ORIGIN} with another root than the remembered checkpoint has.`,
      ],
      [
        'another site',
        'other.example.org/log',
        300,
        /the origin of the checkpoint does not continue the origin that it names/,
      ],
      [
        'a later log',
        `${ORIGIN}/3`,
        300,
        /the origin of the checkpoint does not continue the origin that it names/,
      ],
    ] as const
  ).map(([name, origin, size, finding]) => ({
    name: `a log that continues ${name}`,
    tamper(insider: Insider) {
      const at = Date.parse(insider.get('open').at);
      setOrigin(insider, `${ORIGIN}/2`);
      insider.texts[0] = entryText(
        withTime({ kind: 'continue', origin, size, root: ANY_HASH, reason: 'restore' }, at),
      );
    },
    finds: [finding],
  })),
  {
    name: 'an entry that continues another log, in the middle',
    tamper(insider) {
      const at = Date.parse(insider.entries().at(-1)?.at ?? '');
      const reason = 'restore';
      insider.append(withTime({ kind: 'continue', origin: ORIGIN, size: 300, root: ANY_HASH, reason }, at));
    },
    finds: [/^Entry 307 \(continue\): only the first entry may open the log\.$/],
  },
];
