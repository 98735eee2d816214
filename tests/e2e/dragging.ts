/** Drags an element by its handle, with a mouse or by touch. */
import type { Locator, Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

export interface Drag {
  move(to: Point): Promise<void>;
  end(): Promise<void>;
}

export async function startDrag(page: Page, handle: Locator, isTouch: boolean): Promise<Drag> {
  const from = await centreOf(handle);
  return isTouch ? dragWithFinger(page, from) : dragWithMouse(page, from);
}

export async function centreOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('It is nowhere on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragWithMouse({ mouse }: Page, from: Point): Promise<Drag> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  return { move: ({ x, y }) => mouse.move(x, y, { steps: 4 }), end: () => mouse.up() };
}

async function dragWithFinger(page: Page, from: Point): Promise<Drag> {
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints });
  let at = from;
  await touch('touchStart', [from]);
  return {
    async move(to) {
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await touch('touchMove', [{ x: at.x + (to.x - at.x) * part, y: at.y + (to.y - at.y) * part }]);
      }
      at = to;
    },
    async end() {
      await touch('touchEnd', []);
      await screen.detach();
    },
  };
}
