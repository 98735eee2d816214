/** The paths of this project and of the programs that npm installed. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string[]} parts */
export const inProject = (...parts) => join(root, ...parts);

/** Run directly, because npx and npm take half a second at each start. */
export const bun = inProject('node_modules/bun/bin/bun.exe');
export const reactRouter = inProject('node_modules/@react-router/dev/bin.cjs');
