/** A proxy before a site that shows another version of it: the same pages, whose files have other names. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface VersionedProxy {
  url: string;
  /** From now on the files have other names, and the former ones are gone. */
  update(): void;
  /** Refuses connections, or accepts them again. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Responds for the site with this page; null ends that. */
  intercept(page: { status: number; html: string } | null): void;
}

const FILE = /\/assets\/(manifest|root)-(?:v\d+-)?/g;

export async function startVersionedProxy(siteUrl: string): Promise<VersionedProxy> {
  let version = 1;
  let ownPage: Parameters<VersionedProxy['intercept']>[0] = null;
  const prefix = () => `/assets/$1-v${version}-`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (ownPage) {
      response.writeHead(ownPage.status, { 'Content-Type': 'text/html' }).end(ownPage.html);
      return;
    }
    const isGone = FILE.test(path) && !path.includes(`-v${version}-`);
    FILE.lastIndex = 0;
    if (isGone) {
      response.writeHead(404).end();
      return;
    }
    const stopped = new AbortController();
    response.on('close', () => stopped.abort());
    const answer = await fetch(siteUrl + path.replace(FILE, '/assets/$1-'), {
      headers: { 'X-Forwarded-For': '198.18.255.1', Accept: request.headers.accept ?? '*/*' },
      redirect: 'manual',
      signal: stopped.signal,
    });
    const headers = Object.fromEntries(
      // The policy has the hashes of the scripts that are changed here.
      [...answer.headers].filter(([name]) => !/^content-(encoding|length|security-policy)$/.test(name)),
    );
    response.writeHead(answer.status, headers);
    if (/html|javascript/.test(headers['content-type'] ?? '')) {
      response.end((await answer.text()).replace(FILE, prefix()));
    } else if (answer.body) {
      Readable.fromWeb(answer.body as unknown as ReadableStream)
        .on('error', () => response.destroy())
        .pipe(response);
    } else response.end();
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    update() {
      version += 1;
    },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restore: () => listen(port),
    intercept(page) {
      ownPage = page;
    },
  };
}
