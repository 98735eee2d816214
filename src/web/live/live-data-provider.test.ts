import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useLiveData } from './live-data-provider.tsx';

test('without its provider, useLiveData throws', () => {
  const WithoutProvider = () => String(useLiveData().cursor);
  expect(() => renderToString(createElement(WithoutProvider))).toThrow(
    'useLiveData must be used within a LiveDataProvider',
  );
});
