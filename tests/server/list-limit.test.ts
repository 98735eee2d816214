/** The maximum number of rows in a list: a higher limit returns that many, and the next page has the rest. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { drawPageSchema } from '../../src/contract/draws.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { draftsAndResults, seedDraws, seedNumberOf } from './storage-seed.ts';

const MAX_LIMIT = 500;

setDefaultTimeout(60_000);

let installation: Installation | undefined;
afterEach(() => installation?.remove());

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('one result more than the limit is on a second page', async () => {
    const results = draftsAndResults('2024-01-01', MAX_LIMIT)
      .filter(({ published }) => published)
      .slice(0, MAX_LIMIT + 1);
    installation = await makeInstallation(kind);
    const database = await openDatabase(installation.location);
    await seedDraws(database, results);
    await database.close();
    const { url } = await installation.start({ BACKUP_EVERY_HOURS: '0' });
    const list = async (query: string) => {
      const { items, nextCursor } = drawPageSchema.parse(
        await (await fetch(`${url}/api/draws?${query}`)).json(),
      );
      return { numbers: items.map(({ drawNo }) => drawNo), nextCursor };
    };

    const newestFirst = results.map(seedNumberOf).reverse();
    const first = await list(`limit=${MAX_LIMIT}`);
    expect(first.numbers).toEqual(newestFirst.slice(0, MAX_LIMIT));
    expect(await list(`limit=${MAX_LIMIT + 1}`)).toEqual(first);
    const last = await list(`limit=${MAX_LIMIT}&cursor=${first.nextCursor}`);
    expect(last).toEqual({ numbers: newestFirst.slice(MAX_LIMIT), nextCursor: null });
  });
});
