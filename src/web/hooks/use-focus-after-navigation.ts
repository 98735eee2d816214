/** Moves the focus to a page that was just opened within the app, as the browser does after a full page load. */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Keyboard and screen reader then start at the top of the page. */
export function useFocusAfterNavigation(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
