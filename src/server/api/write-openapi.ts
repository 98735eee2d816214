/** Writes docs/openapi.json: `bun src/server/api/write-openapi.ts`. */
import { join } from 'node:path';
import { describeApi } from './openapi.ts';

export const OPENAPI_FILE = join(import.meta.dir, '../../../docs/openapi.json');

if (import.meta.main) await Bun.write(OPENAPI_FILE, `${JSON.stringify(describeApi(), null, 2)}\n`);
