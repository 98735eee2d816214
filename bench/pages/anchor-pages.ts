/** Serves the pages that Lighthouse compares with: an empty one, and that of a new React Router project. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createRequestHandler } from 'react-router';
import { bun, inProject, reactRouter, root } from '../../scripts/project.mjs';

export interface AnchorPages extends AsyncDisposable {
  empty: string;
  template: string;
}

const TEMPLATE = 'bench/template';
const BUILD = inProject('.cache/bench-template');
/** One word, because Lighthouse waits for a first paint. */
const EMPTY_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="An empty page">
    <title>Empty</title>
  </head>
  <body>Empty</body>
</html>`;

interface File {
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

const HTML = 'text/html; charset=utf-8';

const compress = (type: string, content: string | Uint8Array): File => ({
  type,
  body: new Uint8Array(brotliCompressSync(content)),
});

function buildTemplate(): void {
  const { status, stderr } = spawnSync(bun, ['--bun', reactRouter, 'build', TEMPLATE], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The template page could not be built:\n${stderr}`);
}

/** Rendered once, as our server does. */
async function renderTemplate(): Promise<string> {
  const handle = createRequestHandler(await import(join(BUILD, 'server/index.js')), 'production');
  return await (await handle(new Request('http://localhost/'))).text();
}

function readAssets(): [string, File][] {
  const folder = join(BUILD, 'client');
  return [...new Bun.Glob('assets/*').scanSync(folder)].map((name) => {
    const file = join(folder, name);
    return [`/${name}`, compress(Bun.file(file).type, readFileSync(file))];
  });
}

export async function serveAnchorPages(): Promise<AnchorPages> {
  buildTemplate();
  const files = new Map<string, File>([
    ['/empty', compress(HTML, EMPTY_PAGE)],
    ['/', compress(HTML, await renderTemplate())],
    ...readAssets(),
  ]);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const file = files.get(pathname);
      if (!file) return new Response('', { status: 404 });
      const caching = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return new Response(file.body, {
        headers: { 'Content-Type': file.type, 'Content-Encoding': 'br', 'Cache-Control': caching },
      });
    },
  });
  const url = `http://localhost:${server.port}`;
  return {
    empty: `${url}/empty`,
    template: `${url}/`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
