/** Reserves space for failure messages, which stay until they are dismissed, so that they cover no control in use. */

/** Dialogs, sticky bars and the end of a screen are placed above this height. */
const SPACE = '--toast-space';
const MARGIN_PX = 16;

/** The `ref` of the element that contains the toasts. */
export function reserveToastSpace(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const root = document.documentElement;
  const reserve = (): void => {
    const failures = [...element.querySelectorAll<HTMLElement>('[data-type=failure]')];
    const heights = failures.map((failure) => failure.offsetHeight + MARGIN_PX / 2);
    const space = heights.reduce((sum, height) => sum + height, 0);
    if (space === 0) {
      release();
      return;
    }
    root.style.setProperty(SPACE, `${space}px`);
    root.style.scrollPaddingBottom = `${space + MARGIN_PX}px`;
    uncoverFocus(element.getBoundingClientRect());
  };
  const release = (): void => {
    root.style.removeProperty(SPACE);
    root.style.removeProperty('scroll-padding-bottom');
  };
  const resizes = new ResizeObserver(reserve);
  resizes.observe(element);
  // The notice of a lost connection may push the control under the message.
  resizes.observe(document.body);
  return () => {
    resizes.disconnect();
    release();
  };
}

/** The control that was just used is needed again to repeat the action. */
function uncoverFocus(toasts: DOMRect): void {
  const control = document.activeElement;
  if (!control || control.matches('body, main')) return;
  const { right, bottom, top } = control.getBoundingClientRect();
  const isCovered = right > toasts.left && bottom > toasts.top && top < toasts.bottom;
  if (isCovered) control.scrollIntoView({ block: 'nearest' });
}
