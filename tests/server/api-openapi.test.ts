/** The API's description of itself: up to date, complete, valid, and readable without a script. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi, operationsOf } from '../../src/server/api/openapi.ts';
import { routes } from '../../src/server/api/routes.ts';
import { OPENAPI_FILE } from '../../src/server/api/write-openapi.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { routeNames } from './api-site.ts';

const document = describeApi();

test('docs/openapi.json is up to date (bun src/server/api/write-openapi.ts)', async () => {
  expect(await Bun.file(OPENAPI_FILE).json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('an independent linter finds nothing wrong with it', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Some calls, such as the one for health, cannot be called wrongly.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the linter would find something', async () => {
  const broken = { ...document, paths: { '/x': { get: { responses: { 200: {} } } } } };
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('struct');
});

test('it describes every route, and no other', () => {
  const described = [...operationsOf(document)].map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  const files = ['GET /api/docs/docs.css', 'GET /api/docs/try-it.js'];
  expect([...described, ...files].sort()).toEqual(routeNames(routes.routes));
});

test('a named shape is never null: where something may be missing, the field says so', () => {
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

  test('as the very document', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('as a page that names every call and shape, and loads nothing from elsewhere', async () => {
    const answer = await fetch(`${server.url}/api/docs`);
    const page = await answer.text();
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    for (const { path, operation } of operationsOf(document)) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(`<code class="path">${path}</code>`);
    }
    for (const name of Object.keys(document.components?.schemas ?? {})) {
      expect(page).toContain(`id="shape-${name}"`);
    }
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page).not.toMatch(/<[^>]+\son\w+=|<style|\sstyle=/);
  });

  test.each([
    ['docs.css', 'text/css'],
    ['try-it.js', 'text/javascript'],
  ])('with its %s', async (name, type) => {
    const page = await (await fetch(`${server.url}/api/docs`)).text();
    expect(page).toContain(`"/api/docs/${name}"`);
    const answer = await fetch(`${server.url}/api/docs/${name}`);
    expect(answer.headers.get('Content-Type')).toStartWith(type);
  });

  test('every link within the page leads somewhere', async () => {
    const page = await (await fetch(`${server.url}/api/docs`)).text();
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) expect(page).toContain(`id="${target}"`);
  });
});
