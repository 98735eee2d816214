/**
 * A script that runs as soon as the browser has read the splash, before anything of the page is painted. So the splash
 * is there from the first frame, can be skipped before the app has loaded, and ends even if it never does.
 */
import { LEAVING } from '../../before-paint.ts';
import { SPLASH_LENGTH } from './splash-times.ts';

/** In the storage of the tab's session: the splash is shown once in it. */
const SEEN = 'splash';

export const SPLASH_SCRIPT = `try {
  var splash = document.currentScript.previousElementSibling;
  if (!sessionStorage.getItem('${SEEN}') && !('${LEAVING}' in document.documentElement.dataset)) {
    sessionStorage.setItem('${SEEN}', 'seen');
    splash.dataset.since = performance.now();
    splash.showModal();
    setTimeout(function () { splash.close(); }, ${SPLASH_LENGTH});
  }
} catch {}`;
