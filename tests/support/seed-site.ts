/** Writes content to the database of a site before its server starts; runs in Bun and Node. */
import { spawnSync } from 'node:child_process';
import { bun, inProject } from '../../scripts/project.mjs';
import type { SeededDraw } from '../server/storage-seed.ts';

export interface SiteContent {
  draws: SeededDraw[];
  news: { id: string; date: string; title: string; body: string; author: string }[];
  faqs: { id: string; question: string; answer: string }[];
  /** Minutes between a draw and its result. */
  publishDelay?: number;
}

export function seedSite(dataDir: string, content: Partial<SiteContent>): void {
  const complete: SiteContent = { draws: [], news: [], faqs: [], ...content };
  const { status, stderr } = spawnSync(bun, [inProject('tests/support/seed-program.ts'), dataDir], {
    input: JSON.stringify(complete),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The site could not be filled:\n${stderr}`);
}
