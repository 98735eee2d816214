/** Writes docs/openapi.json: `bun src/server/api/write-openapi.ts`. */
import { DOCUMENT_FILE } from './docs/document.ts';
import { describeApi } from './openapi.ts';

await Bun.write(DOCUMENT_FILE, `${JSON.stringify(describeApi(), null, 2)}\n`);
