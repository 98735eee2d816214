/** Reads the drums of a rolling card. */
import type { Page } from '@playwright/test';

/** Only for what moves, because a software renderer draws every frame. */
export const startMotion = (page: Page): Promise<void> =>
  page.emulateMedia({ reducedMotion: 'no-preference' });

/** How long each drum turns, in milliseconds. */
export const drumDurations = (page: Page): Promise<number[]> =>
  page
    .locator('.drum-strip')
    .evaluateAll((strips) =>
      strips.flatMap((strip) =>
        strip.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)),
      ),
    );

/** Finishes the animations of the drums and reads the visible face of each. */
export const readStoppedDrums = (page: Page): Promise<string> =>
  page.locator('.drum').evaluateAll((drums) =>
    drums
      .map((drum) => {
        for (const animation of drum.getAnimations({ subtree: true })) animation.finish();
        const middle = (element: Element) => {
          const { top, height } = element.getBoundingClientRect();
          return top + height / 2;
        };
        const faces = [...(drum.querySelector('.drum-strip')?.children ?? [])];
        const visible = faces.filter((face) => Math.abs(middle(face) - middle(drum)) < 2);
        return visible.map((face) => face.textContent).join('|');
      })
      .join(''),
  );
