import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useData } from './live-provider.tsx';

test('data is there only within its provider, and whoever forgets that is told', () => {
  const Homeless = () => String(useData().draws.length);
  expect(() => renderToString(createElement(Homeless))).toThrow('useData must be used within a DataProvider');
});
