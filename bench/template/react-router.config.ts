/** Where the build goes. */
import type { Config } from '@react-router/dev/config';

export default { ssr: true, buildDirectory: '../../.cache/bench-template' } satisfies Config;
