/** Proofs of draws over HTTP, verified without any code of the product. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { type DrawProof, drawProofSchema } from '../../src/contract/public-log.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';
import { create, newDraw, TODAY } from './api-seed.ts';
import { describeOnSite } from './api-site.ts';
import {
  CHANGED,
  DRAFT,
  ENTERED,
  expectProblem,
  fillLog,
  IMPORTED,
  indexesAbout,
  kindsOf,
  LOG_SETTINGS,
  MOVED,
  RANDOM,
} from './public-log-site.ts';
import {
  isConsistent,
  isIncluded,
  leafHash,
  naiveRoot,
  openCheckpoint,
  readWholeLog,
  type WholeLog,
} from './public-log-verifier.ts';

// Starting PostgreSQL is slow on a busy machine.
setDefaultTimeout(30_000);

const PROVEN = [
  ['a random result', RANDOM],
  ['a result that staff changed before', CHANGED],
  ['a result that was moved to another slot', MOVED],
  ['an imported result', IMPORTED],
  ['a result with a number of its own', ENTERED],
] as const;

describeOnSite({ env: LOG_SETTINGS, prepare: fillLog }, (site) => {
  const get = (path: string) => site.anonymous('GET', path);
  const readLog = () => readWholeLog(site.server.url);

  async function prove(drawNo: string, query = ''): Promise<DrawProof> {
    const response = await get(`/api/proof/${drawNo}${query}`);
    expect(response.status).toBe(200);
    return drawProofSchema.strict().parse(await response.json());
  }

  /** Checks every proof in the answer against its own checkpoint. */
  function expectVerified({ checkpoint: note, entries, consistency }: DrawProof, { key, ...log }: WholeLog) {
    const checkpoint = openCheckpoint(note, key);
    for (const proven of entries) expect([proven, isIncluded(checkpoint, proven)]).toEqual([proven, true]);
    if (consistency) {
      const { from, proof } = consistency;
      const root = naiveRoot(log.entries.slice(0, from).map(leafHash));
      expect([from, isConsistent({ size: from, root }, checkpoint, proof)]).toEqual([from, true]);
    }
    return checkpoint;
  }

  test.each(PROVEN)('%s: all entries about it, each verified', async (_, drawNo) => {
    const log = await readLog();
    const { id } = await (await get(`/api/draws/${drawNo}`)).json();
    const proof = await prove(drawNo);
    expect(proof.drawNo).toBe(drawNo);
    expect(proof.consistency).toBeNull();
    expect(proof.entries.map(({ index }) => index)).toEqual(indexesAbout(log.entries, id));
    expect(proof.entries.map(({ entry }) => entry)).toEqual(
      proof.entries.map(({ index }) => log.entries[index] ?? ''),
    );
    expect(expectVerified(proof, log).size).toBeGreaterThanOrEqual(log.checkpoint.size);
  });

  test('the entries are those of the life of the result', async () => {
    const lifeOf = async (drawNo: string) => kindsOf((await prove(drawNo)).entries.map(({ entry }) => entry));
    expect(await lifeOf(RANDOM)).toEqual(['commit', 'result']);
    expect(await lifeOf(CHANGED)).toEqual(['commit', 'sealed', 'sealed', 'result']);
    expect(await lifeOf(MOVED)).toEqual(['commit', 'commit', 'result', 'correct']);
    expect(await lifeOf(IMPORTED)).toEqual(['adopt']);
    expect(await lifeOf(ENTERED)).toEqual(['sealed', 'result']);
  });

  test('are consistent with every earlier size', async () => {
    const log = await readLog();
    const { size } = log.checkpoint;
    for (const from of [1, 2, 3, 255, 256, 257, 511, 512, 600, size - 1, size]) {
      const proof = await prove(ENTERED, `?from=${from}`);
      expect(proof.consistency?.from).toBe(from);
      expectVerified(proof, log);
    }
  });

  test('the verifier refuses a proof from another size', async () => {
    const log = await readLog();
    const { checkpoint, consistency } = await prove(ENTERED, '?from=500');
    const root = naiveRoot(log.entries.slice(0, 501).map(leafHash));
    const latter = openCheckpoint(checkpoint, log.key);
    expect(isConsistent({ size: 501, root }, latter, consistency?.proof ?? [])).toBe(false);
  });

  test.each(['0', '-1', '1.5', 'x', '1e99', '99999999'])('from=%s is not valid', async (from) => {
    const response = await get(`/api/proof/${ENTERED}?from=${from}`);
    expect(response.status).toBe(422);
    const { code, errors } = await response.json();
    expect([code, Object.keys(errors)]).toEqual(['invalid', ['from']]);
  });

  test('from given twice is not valid', async () => {
    const { errors } = await (await get(`/api/proof/${ENTERED}?from=1&from=2`)).json();
    expect(errors).toEqual({ from: 'Give from only once.' });
  });

  test.each([DRAFT.drawNo, 'NO-SUCH', drawNumberFor(TODAY, '19:00'), 'x%00', 'a/b'])(
    'there is none of %s',
    async (drawNo) => {
      await expectProblem(await get(`/api/proof/${drawNo}`), 404);
    },
  );

  test('there is none while a result is withdrawn', async () => {
    const draw = newDraw('2026-11-12', '17:00', '11223');
    const { id } = await create(site, 'draws', draw);
    expect((await prove(draw.drawNo)).entries).toHaveLength(2);
    await site.admin('POST', `/api/admin/draws/${id}/unpublish`);
    await expectProblem(await get(`/api/proof/${draw.drawNo}`), 404);
    await site.admin('POST', `/api/admin/draws/${id}/publish`);
    const kinds = kindsOf((await prove(draw.drawNo)).entries.map(({ entry }) => entry));
    expect(kinds).toEqual(['sealed', 'result', 'withdraw', 'result']);
  });

  test('requests at once get the same proof', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 6 }, async () => (await get(`/api/proof/${IMPORTED}?from=9`)).text()),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test('are right while the log grows', async () => {
    const before = await readLog();
    const days = Array.from({ length: 12 }, (_, day) => addDays('2027-01-01', day));
    const growing = Promise.all(days.map((date) => create(site, 'draws', newDraw(date, '12:00', '54321'))));
    const proofs = await Promise.all(
      Array.from({ length: 40 }, (_, index) => prove(ENTERED, `?from=${before.checkpoint.size - index}`)),
    );
    await growing;
    proofs.push(await prove(ENTERED, `?from=${before.checkpoint.size}`));
    const sizes = proofs.map((proof) => expectVerified(proof, before).size);
    expect(sizes.at(-1)).toBe(before.checkpoint.size + 2 * days.length);
  });
});
