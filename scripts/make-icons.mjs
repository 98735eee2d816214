/**
 * Draws the icons in `public/` from the shape of the emblem. Run `npx bun scripts/make-icons.mjs` after changing it.
 * The pictures are committed. Uses /usr/bin/chromium, or the path in CHROMIUM.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { emblemSvg, FAVICON, TILE } from '../src/web/components/emblem-shape.ts';

/** Phones may crop an icon to a circle of 80 % of its width: the wheel fits into it. */
const ICONS = [
  { file: 'icon-192.png', size: 192, picture: { ...TILE, scale: 0.74 } },
  { file: 'icon-512.png', size: 512, picture: { ...TILE, scale: 0.74 } },
  { file: 'apple-touch-icon.png', size: 180, picture: { ...TILE, scale: 0.8 } },
  // Android shows only its shape, in the status bar.
  { file: 'badge-96.png', size: 96, picture: { wheel: '#FFFFFF' } },
];

writeFileSync('public/favicon.svg', emblemSvg(FAVICON));

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { file, size, picture } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0;display:grid">${emblemSvg(picture)}</body>`);
  await page.screenshot({ path: `public/${file}`, omitBackground: true });
}
await browser.close();
