import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useData } from './data-provider.tsx';

test('without its provider, useData throws', () => {
  const WithoutProvider = () => String(useData().cursor);
  expect(() => renderToString(createElement(WithoutProvider))).toThrow(
    'useData must be used within a DataProvider',
  );
});
