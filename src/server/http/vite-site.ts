/** The site in development: Vite serves the source as it is, and a change reaches the open page at once. */
import { readdirSync } from 'node:fs';
import { createServer, type ViteDevServer } from 'vite';
import { createPages, type PageBuild } from './pages.ts';
import type { Site } from './site.ts';

/** What Vite and React Router put into a page in development goes beyond the policy of the built one. */
const POLICY = "default-src 'self' 'unsafe-inline' data: blob: ws:";
const VITE_PATH = /^\/(@|src\/|node_modules\/)/;

/** Vite's own port must be known to the browser: changes come from there. */
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
        show: async (address) => relax(await (await loadPages()).show(address)),
        submit: async (path, form, visitor) => relax(await (await loadPages()).submit(path, form, visitor)),
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

/** Asked for with every page: Vite knows which of its modules are still true. */
const loadBuild = (vite: ViteDevServer) =>
  vite.ssrLoadModule('virtual:react-router/server-build') as Promise<PageBuild>;

function relax(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('Cache-Control', 'no-store');
  headers.set('Content-Security-Policy', POLICY);
  return new Response(page.body, { status: page.status, headers });
}
