/** Where the browser app lives and where its builds go. */
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The server loads the panel with the first request for it.
  serverBundles: ({ branch }) => (branch.some(({ id }) => id.startsWith('admin')) ? 'panel' : 'public'),
  // A route has few exports for the browser: one file for each of them would only make the page map longer.
  splitRouteModules: false,
  // The whole page map is small: one cached file instead of a request for each set of links on screen.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
