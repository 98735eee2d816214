import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { closeDocument, openDocument } from '../../../../tests/support/test-document.ts';
import { useSingleRun } from './use-single-run.ts';

let library: Awaited<ReturnType<typeof openDocument>>;

beforeAll(async () => {
  library = await openDocument();
});
afterEach(() => library.cleanup());
afterAll(closeDocument);

test('a second action is ignored, even before the first one has been rendered; after the first, others run', async () => {
  const { result } = library.renderHook(useSingleRun);
  const first = Promise.withResolvers<string>();
  const { run } = result.current;
  let answers: Promise<(string | undefined)[]> | undefined;
  library.act(() => {
    answers = Promise.all([run(() => first.promise), run(async () => 'second')]);
  });
  expect(result.current.isBusy).toBe(true);
  await library.act(async () => first.resolve('first'));
  expect(await answers).toEqual(['first', undefined]);
  expect(result.current.isBusy).toBe(false);

  await library.act(async () => {
    await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });
  await library.act(async () => expect(await run(async () => 'third')).toBe('third'));
  expect(result.current.isBusy).toBe(false);
});
