/** The site in development: Vite serves the source and updates open pages after a change. */
import { readdirSync } from 'node:fs';
import { createServer, type ViteDevServer } from 'vite';
import { createPages, type PageBuild } from './pages.ts';
import type { Site } from './site.ts';

/** Vite and React Router add inline scripts and a WebSocket in development. */
const POLICY = "default-src 'self' 'unsafe-inline' data: blob: ws:";
const VITE_PATH = /^\/(@|src\/|node_modules\/)/;

/** The browser connects to `port` for updates. */
export async function startViteSite(port: number): Promise<Site> {
  const host = '127.0.0.1';
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    server: { host, port, strictPort: true, hmr: { clientPort: port } },
  });
  await vite.listen();
  return {
    async loadPages(parts) {
      const loadPages = async () => createPages(await loadBuild(vite), 'development', parts);
      return {
        show: async (address) => relaxPolicy(await (await loadPages()).show(address)),
        submit: async (path, form, visitor) =>
          relaxPolicy(await (await loadPages()).submit(path, form, visitor)),
      };
    },
    loadFiles() {
      const publicFiles = new Set(readdirSync(vite.config.publicDir).map((name) => `/${name}`));
      return {
        respond(request, path) {
          if (!VITE_PATH.test(path) && !publicFiles.has(path)) return null;
          const { pathname, search } = new URL(request.url);
          return fetch(`http://${host}:${port}${pathname}${search}`, { headers: request.headers });
        },
      };
    },
  };
}

/** Called for every page: Vite reloads the modules that have changed. */
const loadBuild = (vite: ViteDevServer) =>
  vite.ssrLoadModule('virtual:react-router/server-build') as Promise<PageBuild>;

function relaxPolicy(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('Cache-Control', 'no-store');
  headers.set('Content-Security-Policy', POLICY);
  return new Response(page.body, { status: page.status, headers });
}
