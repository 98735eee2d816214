import { expect, test } from 'bun:test';
import { ApiProblem } from '../../api/call-api.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { createRowSaver, EditConflict } from './row-saver.ts';

interface Values {
  title: string;
  body: string;
}
type Row = Values & { id: string; etag: string };

const refusal = (status: number, code: string) =>
  new ApiProblem({ type: '', title: '', status, code, detail: '' });

const PATH = '/api/admin/news';

/** A collection of at most one row. */
function startServer(initial: Row | null) {
  let losesResponses = false;
  const server = {
    row: initial,
    bodies: new Map<string, string>(),
    /** The row is saved, but the response is lost. */
    async loseResponseOf(save: () => Promise<unknown>) {
      losesResponses = true;
      await expect(save()).rejects.toThrow('Failed to fetch');
      losesResponses = false;
    },
  };
  const store = (values: Partial<Values>): Row => {
    const former = server.row ?? { id: 'a', etag: '0', title: '', body: '' };
    server.row = { ...former, ...values, etag: String(Number(former.etag) + 1) };
    if (losesResponses) throw new TypeError('Failed to fetch');
    return server.row;
  };
  const api = {
    // As for accounts, which have their version only in the header.
    async getTagged() {
      if (!server.row) throw refusal(404, 'not-found');
      const { etag, ...answer } = server.row;
      return { answer, etag };
    },
    async post(_path: string, options: { body: Values; idempotencyKey: string }) {
      const body = JSON.stringify(options.body);
      const earlier = server.bodies.get(options.idempotencyKey);
      if (earlier !== undefined && earlier !== body) throw refusal(422, 'key-reused');
      server.bodies.set(options.idempotencyKey, body);
      return earlier === undefined ? store(options.body) : server.row;
    },
    async patch(_path: string, options: { body: Partial<Values>; etag: string }) {
      if (!server.row) throw refusal(404, 'not-found');
      if (server.row.etag !== options.etag) throw refusal(412, 'stale');
      return store(options.body);
    },
  } as unknown as AdminApi;
  return { server, saverFor: (row: Row | null) => createRowSaver<Values, Row>(api, PATH, row) };
}

const ROW: Row = { id: 'a', etag: '1', title: 'Old', body: 'Old' };
const MINE = { title: 'Mine', body: 'Old' };

const conflictOf = async (saving: Promise<unknown>): Promise<EditConflict> => {
  const error = await saving.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EditConflict);
  return error as EditConflict;
};

test('a conflicting change is rejected with the saved row, and overwrites it on the second save', async () => {
  const { server, saverFor } = startServer({ ...ROW, etag: '2', body: 'Theirs' });
  const save = saverFor(ROW);
  const { theirs, problem } = await conflictOf(save(MINE));
  expect(theirs).toMatchObject({ body: 'Theirs' });
  expect(problem.detail).toContain('Someone else has changed this meanwhile.');
  expect(server.row).toMatchObject({ body: 'Theirs' });
  await save(MINE);
  expect(server.row).toMatchObject(MINE);
});

test('a row that another user deleted is added on the second save', async () => {
  const { server, saverFor } = startServer(null);
  const save = saverFor(ROW);
  const { theirs, problem } = await conflictOf(save(MINE));
  expect(theirs).toBeNull();
  expect(problem.detail).toContain('Someone else has deleted this meanwhile.');
  await save(MINE);
  expect(server.row).toMatchObject(MINE);
});

test('identical changes are not a conflict', async () => {
  const { saverFor } = startServer({ ...ROW, ...MINE, etag: '2' });
  await saverFor(ROW)(MINE);
});

test('a retried new row is added once, with the last values', async () => {
  const { server, saverFor } = startServer(null);
  const save = saverFor(null);
  await server.loseResponseOf(() => save(MINE));
  await save({ ...MINE, body: 'More' });
  expect(server.row).toMatchObject({ title: 'Mine', body: 'More' });
  expect(server.bodies.size).toBe(1);
});

test('a retried new row that another user has changed meanwhile is a conflict', async () => {
  const { server, saverFor } = startServer(null);
  const save = saverFor(null);
  await server.loseResponseOf(() => save(MINE));
  server.row = { ...ROW, ...MINE, etag: '7', body: 'Theirs' };
  const { theirs } = await conflictOf(save(MINE));
  expect(theirs).toMatchObject({ body: 'Theirs' });
  expect(server.row).toMatchObject({ body: 'Theirs' });
  await save(MINE);
  expect(server.row).toMatchObject(MINE);
});

test('a retried change whose response was lost is not a conflict', async () => {
  const { server, saverFor } = startServer(ROW);
  const save = saverFor(ROW);
  await server.loseResponseOf(() => save(MINE));
  await save({ ...MINE, body: 'More' });
  expect(server.row).toMatchObject({ title: 'Mine', body: 'More' });
});

test('the row that was added is returned, even if its response was lost or somebody else has changed it meanwhile', async () => {
  const { server, saverFor } = startServer(null);
  const save = saverFor(null);
  await server.loseResponseOf(() => save(MINE));
  server.row = { ...ROW, ...MINE, etag: '7', body: 'Theirs' };
  await conflictOf(save(MINE));
  expect(await save(MINE)).toMatchObject({ id: 'a' });
  expect(await saverFor({ ...ROW, ...server.row })({ ...MINE, body: 'More' })).toBeNull();
});

test('lists are compared by what they contain', async () => {
  const saved = { id: 'a', etag: '2', events: ['published', 'corrected'] };
  const changes: unknown[] = [];
  const api = {
    async patch(_path: string, { body }: { body: unknown }) {
      changes.push(body);
      throw refusal(412, 'stale');
    },
    getTagged: async () => ({ answer: saved, etag: '2' }),
  } as unknown as AdminApi;
  const save = createRowSaver<{ events: string[] }, typeof saved>(api, PATH, {
    ...saved,
    etag: '1',
    events: ['published'],
  });
  await save({ events: ['published', 'corrected'] });
  expect(changes).toEqual([{ events: ['published', 'corrected'] }]);
});

test('a deleted row that cannot be added again is refused', async () => {
  const api = { patch: () => Promise.reject(refusal(404, 'not-found')) } as unknown as AdminApi;
  const save = createRowSaver<Values, Row>(api, PATH, ROW, { addsDeletedAgain: false });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(save(MINE)).rejects.toMatchObject({ problem: { code: 'not-found' } });
});

test('other errors are rethrown', async () => {
  const api = { patch: () => Promise.reject(refusal(403, 'forbidden')) } as unknown as AdminApi;
  const save = createRowSaver<Values, Row>(api, PATH, ROW);
  await expect(save(MINE)).rejects.toMatchObject({ problem: { code: 'forbidden' } });
});
