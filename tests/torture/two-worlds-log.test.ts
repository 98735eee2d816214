/**
 * The public log of two servers that differ only in seeds, salts and the digits of drafts: through a day with drafts of
 * every kind, everything public is the same but for hashes, and no secret is seen or logged before its publication.
 */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { bun, root } from '../../scripts/project.mjs';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { type CommitmentContext, digitsFromSeed } from '../../src/core/public-log/commitment.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { startBeacon } from '../support/beacon-chain.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type GivenWorld, secretOf, WORLD } from './two-worlds/given-secrets.ts';
import { DAY, type DayOptions, numberOf, SECRETS_BEFORE_DAY } from './two-worlds/log-day.ts';
import { maskEntry, maskResponse } from './two-worlds/log-mask.ts';
import { type PublicView, type SeenResponse, UNKNOWN } from './two-worlds/log-view.ts';

setDefaultTimeout(120_000);

const OWN_DIGITS: Record<string, DayOptions['ownDigits']> = {
  first: ['13579', '31415', '16180'],
  second: ['86421', '27182', '57721'],
};

let first: PublicView[];
let second: PublicView[];

beforeAll(async () => {
  const signer = createBeaconSigner();
  const beacon = startBeacon({ signer });
  const round = roundAt(signer.chain, instantOf(DAY, '06:00'));
  const context = {
    date: DAY,
    slot: '10:00',
    drawNo: numberOf('10:00'),
    chain: signer.chain.id,
    round,
  } as const;
  // The result of 10:00 must be the same in both worlds.
  const [one, other] = await findSeedsAlike(context, signer.sign(round));
  try {
    [first, second] = await Promise.all([
      runWorld({ name: 'first', chosen: { [SECRETS_BEFORE_DAY]: one } }, beacon.setting),
      runWorld({ name: 'second', chosen: { [SECRETS_BEFORE_DAY]: other } }, beacon.setting),
    ]);
  } finally {
    await beacon.stop();
  }
});

/** Finds two seeds that give the same digits: there are only 100,000 of them, so a few hundred seeds are enough. */
async function findSeedsAlike(
  context: CommitmentContext,
  signature: string,
): Promise<[one: string, other: string]> {
  const seeds = new Map<string, string>();
  for (let attempt = 0; ; attempt += 1) {
    const seed = secretOf('alike', attempt);
    const digits = await digitsFromSeed(context, Uint8Array.fromHex(seed), signature, nodeCrypto);
    const one = seeds.get(digits);
    if (one) return [one, seed];
    seeds.set(digits, seed);
  }
}

async function runWorld(world: GivenWorld, beacon: string): Promise<PublicView[]> {
  const dataDir = makeDataDir();
  try {
    const options = { dataDir: dataDir.path, beacon, ownDigits: OWN_DIGITS[world.name] };
    const folder = './tests/torture/two-worlds';
    const child = Bun.spawn(
      [
        bun,
        '--no-orphans',
        '--preload',
        `${folder}/given-randomness-program.ts`,
        `${folder}/log-world-program.ts`,
        JSON.stringify(options),
      ],
      { cwd: root, env: { ...process.env, [WORLD]: JSON.stringify(world) }, stderr: 'inherit' },
    );
    const lines = (await new Response(child.stdout).text()).trimEnd().split('\n');
    if ((await child.exited) !== 0) throw new Error(`the ${world.name} world ended with ${child.exitCode}`);
    return lines.map((line) => JSON.parse(line));
  } finally {
    dataDir.remove();
  }
}

const bytesOf = ({ body }: SeenResponse): Buffer => Buffer.from(body, 'base64');

test('everything public is the same but for hashes, until different digits are published', () => {
  expect(second.map(({ step }) => step)).toEqual(first.map(({ step }) => step));
  const differences = first.flatMap(({ step, responses }, index) => {
    const others = second[index]?.responses ?? [];
    expect(others.map(({ path }) => path)).toEqual(responses.map(({ path }) => path));
    return responses.flatMap((response, place) => {
      const other = others[place];
      const isSame = other && maskResponse(other) === maskResponse(response);
      return isSame ? [] : [`${step}: ${response.path}`];
    });
  });
  const last = first.at(-1)?.step ?? '';
  expect(differences.filter((text) => !text.startsWith(last))).toEqual([]);
  // The comparison sees the digits that are public then.
  expect(differences).toContain(`${last}: /api/draws`);
  expect(differences).toContain(`${last}: /api/proof/${numberOf('14:00')}`);
  expect(differences.some((text) => text.startsWith(`${last}: /log/tile/entries/`))).toBe(true);
});

test('the worlds differ in their secrets, and the log contains every kind of entry of a day', () => {
  for (const [index, { secrets }] of first.entries()) {
    const others = second[index]?.secrets;
    expect(others?.keys.length).toBe(secrets.keys.length);
    expect(secrets.keys.filter((key) => others?.keys.includes(key))).toEqual([]);
  }
  const hasSecretDigits = first.filter(({ secrets }) => secrets.digits.length > 0);
  expect(hasSecretDigits.length).toBeGreaterThan(first.length / 2);
  const entries = first.at(-1)?.responses.find(({ path }) => path.startsWith('/log/tile/entries/'));
  for (const kind of ['open', 'commit', 'sealed', 'result', 'opened', 'correct', 'withdraw'])
    expect(entries && bytesOf(entries).includes(`"kind":"${kind}"`)).toBe(true);
  expect(
    entries &&
      maskEntry(bytesOf(entries).toString()).match(/"provenance":"(generated|edited|entered|corrected)"/g)
        ?.length,
  ).toBeGreaterThan(3);
});

/** Hex in both cases, Base64 of both alphabets, and the bytes themselves. */
function formsOfKey(hex: string): Buffer[] {
  const bytes = Buffer.from(hex, 'hex');
  // Without the end, which depends on what follows.
  const base64 = [bytes.toString('base64'), bytes.toString('base64url')].map((text) => text.slice(0, 42));
  return [bytes, ...[hex, hex.toUpperCase(), ...base64].map((text) => Buffer.from(text))];
}

/** As a number and as separate digits. Not within a longer number or hash. */
const digitsPattern = (digits: string): RegExp =>
  new RegExp(
    `(?<![0-9a-zA-Z+/])${[...digits].join('(?:[^0-9a-zA-Z]{0,5}(?:"?digit\\d"?:"?)?)')}(?![0-9a-zA-Z+/])`,
  );

function leaksIn({ step, responses, logLines, secrets }: PublicView): string[] {
  const texts = [
    ...responses.map((response) => ({
      where: response.path,
      bytes: Buffer.concat([bytesOf(response), Buffer.from(JSON.stringify(response.headers))]),
      text: maskResponse(response),
    })),
    ...logLines.map((line) => ({
      where: line,
      bytes: Buffer.from(line),
      text: line.replace(/"time":"[^"]*"/, ''),
    })),
  ];
  return texts.flatMap(({ where, bytes, text }) =>
    [
      ...secrets.keys.filter((key) => formsOfKey(key).some((form) => bytes.includes(form))),
      ...secrets.digits.filter((digits) => digitsPattern(digits).test(text)),
    ].map((secret) => `${step}: ${secret} in ${where}`),
  );
}

test('no response and no line of the log of the server contains a seed, a salt or digits before publication', () => {
  for (const views of [first, second]) expect(views.flatMap(leaksIn)).toEqual([]);
  const logged = first.flatMap(({ logLines }) => logLines).join('\n');
  for (const message of ['seeds committed', 'drafts created', 'result published'])
    expect(logged).toContain(message);
});

test('the search for leaks finds what a step has published', () => {
  const steps = first.slice(1).map((after, index) => ({ after, before: first[index] }));
  const published = steps.filter(
    ({ after, before }) => before && leaksIn({ ...after, secrets: before.secrets }).length > 0,
  );
  expect(published.map(({ after }) => after.step)).toContain('a random draft is published');
  expect(published.map(({ after }) => after.step)).toContain('an entered draft is published');
});

test('the proof of a draft, a held draft, a withdrawn result and an unknown draw is the same 404', () => {
  const refusalOf = (step: string, number: string) => {
    const response = first
      .find((view) => view.step === step)
      ?.responses.find(({ path }) => path === `/api/proof/${number}`);
    if (!response) throw new Error(`nothing was read of ${number} when ${step}`);
    const { path, ...rest } = response;
    return { ...rest, body: bytesOf(response).toString().replaceAll(number, '') };
  };
  const unknown = refusalOf('random drafts', UNKNOWN);
  expect(unknown.status).toBe(404);
  expect(refusalOf('random drafts', numberOf('10:00'))).toEqual(unknown);
  expect(refusalOf('drafts are edited, held, deleted and entered', numberOf('12:00'))).toEqual(unknown);
  expect(refusalOf('a held draft is past its time', numberOf('14:00'))).toEqual(unknown);
  expect(refusalOf('a result is withdrawn', numberOf('10:00'))).toEqual(unknown);
  expect(refusalOf('a withdrawn result is changed', numberOf('10:00'))).toEqual(unknown);
  expect(refusalOf('the seed of a held draft is opened', numberOf('14:00'))).toEqual(unknown);
  expect(refusalOf('a random draft is published', numberOf('10:00')).status).toBe(200);
});
