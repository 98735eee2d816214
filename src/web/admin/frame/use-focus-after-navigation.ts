/** Takes the focus to a screen that has just been opened, as the browser itself does with a new page. */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function useFocusAfterNavigation(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
