/** An example of each kind of entry of the public log, with the exact text that it has. */
import type { NewEntry } from '../../src/core/public-log/entries.ts';

export const AT = '2026-03-14T08:30:00.123Z';
export const ID = '01JPA7-x_9';
export const CHAIN = '52'.repeat(32);
export const SEED = '0a'.repeat(32);
export const SALT = '0b'.repeat(32);
export const HASH = '0c'.repeat(32);
export const SIGNATURE = '0d'.repeat(48);
export const ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const RESULT = { slot: '14:00', digits: '01234', date: '2026-03-14', drawNo: 'SC140320263' } as const;
const RESULT_TEXT = '"drawNo":"SC140320263","date":"2026-03-14","slot":"14:00","digits":"01234"';
const OPENING = { signature: SIGNATURE, round: 1_000, chain: CHAIN, seed: SEED };
const OPENING_TEXT = `"seed":"${SEED}","chain":"${CHAIN}","round":1000,"signature":"${SIGNATURE}"`;

/** Each entry with its fields in another order than in its text. */
export const EXAMPLES: [what: string, entry: NewEntry, fields: string][] = [
  [
    'open',
    { kind: 'open', series: 'SC', origin: 'swarna.example:8443/log' },
    '"origin":"swarna.example:8443/log","series":"SC"',
  ],
  [
    'adopt',
    { kind: 'adopt', publishedAt: AT, provenance: 'entered', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"entered","publishedAt":"${AT}"`,
  ],
  [
    'commit',
    {
      kind: 'commit',
      round: 1_000,
      chain: CHAIN,
      commit: HASH,
      drawNo: 'SC140320263',
      slot: '14:00',
      date: '2026-03-14',
    },
    `"date":"2026-03-14","slot":"14:00","drawNo":"SC140320263","commit":"${HASH}","chain":"${CHAIN}","round":1000`,
  ],
  [
    'commit without a beacon',
    {
      kind: 'commit',
      round: 0,
      chain: '',
      commit: HASH,
      drawNo: 'SC140320263',
      slot: '14:00',
      date: '2026-03-14',
    },
    `"date":"2026-03-14","slot":"14:00","drawNo":"SC140320263","commit":"${HASH}","chain":"","round":0`,
  ],
  ['nobeacon', { kind: 'nobeacon', round: 1_000, date: '2026-03-14' }, '"date":"2026-03-14","round":1000'],
  [
    'sealed',
    { kind: 'sealed', sealed: HASH, slot: '14:00', date: '2026-03-14', drawNo: 'SC140320263', id: ID },
    `"id":"${ID}","drawNo":"SC140320263","date":"2026-03-14","slot":"14:00","sealed":"${HASH}"`,
  ],
  [
    'result, generated',
    { kind: 'result', opening: OPENING, provenance: 'generated', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"generated","opening":{${OPENING_TEXT}}`,
  ],
  [
    'result, generated without a beacon',
    { kind: 'result', opening: { ...OPENING, signature: null }, provenance: 'generated', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"generated","opening":{${OPENING_TEXT.replace(`"${SIGNATURE}"`, 'null')}}`,
  ],
  [
    'result, sealed',
    { kind: 'result', opening: { salt: SALT }, provenance: 'edited', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"edited","opening":{"salt":"${SALT}"}`,
  ],
  [
    'result, published again',
    { kind: 'result', opening: null, provenance: 'corrected', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"corrected","opening":null`,
  ],
  ['opened', { kind: 'opened', ...OPENING, drawNo: 'SC140320263' }, `"drawNo":"SC140320263",${OPENING_TEXT}`],
  [
    'correct',
    {
      kind: 'correct',
      reason: 'തെറ്റായ അക്കം 🎡 "5"\n',
      to: { ...RESULT, digits: '99999' },
      from: RESULT,
      id: ID,
    },
    `"id":"${ID}","from":{${RESULT_TEXT}},"to":{${RESULT_TEXT.replace('01234', '99999')}},"reason":"തെറ്റായ അക്കം 🎡 \\"5\\"\\n"`,
  ],
  [
    'withdraw',
    { kind: 'withdraw', deleted: false, drawNo: '-OLD-1', id: ID },
    `"id":"${ID}","drawNo":"-OLD-1","deleted":false`,
  ],
  [
    'continue',
    { kind: 'continue', reason: null, root: ROOT, size: 1_234, origin: 'swarna.example/log/2' },
    `"origin":"swarna.example/log/2","size":1234,"root":"${ROOT}","reason":null`,
  ],
];

export const exampleText = (what: string): string => {
  const [, entry, fields] = EXAMPLES.find(([name]) => name === what) as (typeof EXAMPLES)[number];
  return `{"v":1,"kind":"${entry.kind}","at":"${AT}",${fields}}`;
};
