/** A site with content of the test's own, which its server writes into the database before it starts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeededDraw } from '../server/storage-seed.ts';

export interface SiteContent {
  draws: SeededDraw[];
  news: { id: string; date: string; title: string; body: string; author: string }[];
  faqs: { id: string; question: string; answer: string }[];
  /** Minutes between a draw and its result. */
  publishDelay?: number;
}

/** Names the file that the server reads its content from. */
export const SITE_CONTENT_FILE = 'TEST_SITE_CONTENT_FILE';

/** To be passed as `preload` along with the environment that `describeContent` returns. */
export const SEED_AT_START = fileURLToPath(new URL('./seed-at-start.ts', import.meta.url));

export function describeContent(dataDir: string, content: Partial<SiteContent>): Record<string, string> {
  const complete: SiteContent = { draws: [], news: [], faqs: [], ...content };
  const file = join(dataDir, 'test-content.json');
  writeFileSync(file, JSON.stringify(complete));
  return { DATA_DIR: dataDir, [SITE_CONTENT_FILE]: file };
}
