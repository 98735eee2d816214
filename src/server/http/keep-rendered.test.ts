import { expect, test } from 'bun:test';
import { keepRendered } from './keep-rendered.ts';

test('renders the same input once, and every other input', async () => {
  const inputs: unknown[] = [];
  const render = keepRendered(async (input: { text: string }) => {
    inputs.push(input);
    return new TextEncoder().encode(input.text);
  });
  const texts = ['one', 'two', 'one', 'two'];
  const rendered = [];
  for (const text of texts) rendered.push(new TextDecoder().decode(await render({ text })));
  expect(rendered).toEqual(texts);
  expect(inputs).toEqual([{ text: 'one' }, { text: 'two' }]);
});

test('tries again after an error', async () => {
  let attempts = 0;
  const render = keepRendered(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no memory');
    return new Uint8Array([7]);
  });
  expect(render('picture')).rejects.toThrow('no memory');
  expect(await render('picture')).toEqual(new Uint8Array([7]));
});
