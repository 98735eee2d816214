/** The OpenAPI document and its page: up to date, complete, valid, and readable without a script. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { DOCUMENT_FILE, operationsOf } from '../../src/server/api/docs/document.ts';
import { describeApi } from '../../src/server/api/openapi.ts';
import { wholeApi } from '../../src/server/api/routes.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { routeNames } from './api-site.ts';

const document = describeApi();

test('docs/openapi.json is up to date (bun src/server/api/write-openapi.ts)', async () => {
  expect(await Bun.file(DOCUMENT_FILE).json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('a linter finds no problems', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Some operations, such as health, have no 4xx.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the linter finds a problem in a broken document', async () => {
  const broken = { ...document, paths: { '/x': { get: { responses: { 200: {} } } } } };
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('struct');
});

test('it describes exactly the routes of the router', () => {
  const described = [...operationsOf(document)].map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  const files = ['GET /api/docs/docs.css', 'GET /api/docs/try-it.js'];
  expect([...described, ...files].sort()).toEqual(routeNames(wholeApi.routes.routes));
});

test('no named schema is nullable; only fields are', () => {
  const schemas = Object.entries(document.components?.schemas ?? {});
  const nullable = schemas.filter(([, schema]) => 'type' in schema && Array.isArray(schema.type));
  expect(nullable.map(([name]) => name)).toEqual([]);
});

describe('served', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test('as the same document', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('as a page that has every operation and schema, and loads nothing from other hosts', async () => {
    const response = await fetch(`${server.url}/api/docs`);
    const page = await response.text();
    expect(response.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    for (const { path, operation } of operationsOf(document)) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(`<code class="path">${path}</code>`);
    }
    for (const name of Object.keys(document.components?.schemas ?? {})) {
      expect(page).toContain(`id="shape-${name}"`);
    }
    const withParameters = [...operationsOf(document)].filter(
      ({ operation }) => operation.parameters?.length,
    );
    expect(page.match(/<h3>Parameters<\/h3>/g)).toHaveLength(withParameters.length);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page).not.toMatch(/<[^>]+\son\w+=|<style|\sstyle=/);
  });

  test.each([
    ['docs.css', 'text/css'],
    ['try-it.js', 'text/javascript'],
  ])('with its %s', async (name, type) => {
    const page = await (await fetch(`${server.url}/api/docs`)).text();
    expect(page).toContain(`"/api/docs/${name}"`);
    const response = await fetch(`${server.url}/api/docs/${name}`);
    expect(response.headers.get('Content-Type')).toStartWith(type);
  });

  test('every link within the page has a target', async () => {
    const page = await (await fetch(`${server.url}/api/docs`)).text();
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) expect(page).toContain(`id="${target}"`);
  });
});
