/** From a publication to its digits on an open page, in a real browser. */
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Measurement } from '../measurement.ts';
import { type BenchSite, DRAFT, startSite } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';

export const screen: Subject = {
  name: 'screen',
  title: 'Publication to digits on the screen',
  method:
    'The home page is open in Chromium, with reduced motion: the result appears without the animation of the drums. Times count from the request to publish, which includes the transaction: to the change of the page that shows all five digits, and to the frame that the browser draws next.',
  run: measureScreen,
};

/** Unix milliseconds. */
interface Shown {
  changed: number;
  drawn: number;
}

async function measureScreen({ quick, progress }: Assignment): Promise<Measurement[]> {
  const publications = quick ? 3 : 30;
  progress(`${publications} publications`);
  await using site = await startSite();
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(site.url);
    // The first publication may come before the stream is open.
    await publish(site, page);
    const shown: Shown[] = [];
    for (let count = 0; count < publications; count += 1) shown.push(await publish(site, page));
    return [
      { name: 'digits in the page', unit: 'ms', ours: shown.map(({ changed }) => changed) },
      { name: 'digits drawn', unit: 'ms', ours: shown.map(({ drawn }) => drawn) },
    ];
  } finally {
    await browser.close();
  }
}

/** Returns milliseconds since the request. Withdraws the result again, for the next publication. */
async function publish(site: BenchSite, page: Page): Promise<Shown> {
  const shown = page.evaluate(waitForDigits, DRAFT);
  // The page answers in order: the observer is in place.
  await page.evaluate(() => {});
  const startedAt = Date.now();
  await site.send(site.publish);
  const { changed, drawn } = await shown;
  await site.send(site.withdraw);
  await page
    .getByRole('img', { name: `Result ${DRAFT.digits.split('').join(' ')}` })
    .waitFor({ state: 'detached' });
  return { changed: changed - startedAt, drawn: drawn - startedAt };
}

/** Runs in the page. Observes all of it, because a card with a result moves to another place. */
function waitForDigits({ drawNo, digits }: typeof DRAFT): Promise<Shown> {
  const tiles = `article[aria-labelledby="draw-${drawNo}"] [role=img]`;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const text = document.querySelector(tiles)?.textContent?.replace(/\s/g, '');
      if (text !== digits) return;
      observer.disconnect();
      const changed = Date.now();
      requestAnimationFrame(() => setTimeout(() => resolve({ changed, drawn: Date.now() })));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
