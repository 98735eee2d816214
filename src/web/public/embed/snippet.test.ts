import { expect, test } from 'bun:test';
import { SIZES, snippetFor } from './snippet.ts';

test('the snippet is one frame with a title, its size and lazy loading', () => {
  const baseUrl = 'https://results.example';
  expect(snippetFor({ baseUrl, language: 'en', title: 'Results', size: SIZES[0] })).toBe(
    '<iframe src="https://results.example/embed" title="Results" width="280" height="180" loading="lazy" style="border:0;max-width:100%"></iframe>',
  );
  expect(snippetFor({ baseUrl, language: 'ml', title: 'Results', size: SIZES[2] })).toContain(
    'src="https://results.example/ml/embed" title="Results" width="600"',
  );
});
