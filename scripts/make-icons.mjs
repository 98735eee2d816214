/**
 * Draws the icons in `public/` from the one shape of the emblem: `npx bun scripts/make-icons.mjs`, after a change to it.
 * The pictures are committed; needs the Chromium that the browser tests use (its path in CHROMIUM if it is elsewhere).
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { drawEmblem, FAVICON, TILE } from '../src/web/components/emblem-shape.ts';

/** A phone may crop an icon to a circle of four fifths its width: the wheel stays inside. */
const ICONS = [
  { file: 'icon-192.png', size: 192, scale: 0.74 },
  { file: 'icon-512.png', size: 512, scale: 0.74 },
  { file: 'apple-touch-icon.png', size: 180, scale: 0.8 },
];

writeFileSync('public/favicon.svg', drawEmblem(FAVICON));

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { file, size, scale } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0;display:grid">${drawEmblem({ ...TILE, scale })}</body>`);
  await page.screenshot({ path: `public/${file}` });
}
await browser.close();
