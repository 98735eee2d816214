/** Where the browser app lives and where its builds go. */
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole page map is small: one cached file instead of a request for each set of links on screen.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
