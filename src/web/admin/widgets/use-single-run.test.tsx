import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { useSingleRun } from './use-single-run.ts';

// The library needs a document when it is imported.
let library: typeof import('@testing-library/react/pure');

beforeAll(async () => {
  const { fetch, Request, Response, Headers } = globalThis;
  GlobalRegistrator.register();
  Object.assign(globalThis, { fetch, Request, Response, Headers, IS_REACT_ACT_ENVIRONMENT: true });
  library = await import('@testing-library/react/pure');
});
afterEach(() => library.cleanup());
afterAll(() => GlobalRegistrator.unregister());

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
