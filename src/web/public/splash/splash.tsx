/** The splash over the first page of a session: state, wheel, coins and name. The page below is already loaded. */
import { type ReactNode, useEffect, useRef } from 'react';
import { PRODUCT_NAME, PRODUCT_NAME_ML } from '../../../core/branding.ts';
import { REDIRECTING } from '../../before-paint.ts';
import { Emblem } from '../../components/emblem.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { useScriptNonce } from '../../script-nonce.ts';
import { useSoundPlayer } from '../../sound/sound-player.tsx';

const LENGTH_MS = 5_000;
const COINS = 30;

/**
 * In the session storage, which belongs to a tab: the splash was shown or left out there. In the local storage, which
 * all tabs share: when a page of the site was last open. A tab that is opened later than this begins a new session.
 */
const SEEN = 'splash';
const SESSION_ENDS_AFTER_MS = 30 * 60_000;
const MARK_EVERY_MS = 60_000;

/**
 * Runs as soon as the browser has parsed the splash, before the first paint. So the splash shows from the first frame,
 * can be skipped before the app has loaded, and ends even if the app never loads. Empty in the browser, as it has run
 * by then.
 *
 * Sets `open` and `inert` instead of calling `showModal`, which would compute style and layout while the page is
 * parsed. The page is not rendered in the first frame, which is then drawn sooner; except in a hidden tab, which draws
 * none, and with a fragment in the address, to which the browser then could not scroll. Browsers ignore `autofocus` with
 * a fragment, and where a frame was drawn before the dialog opened. Otherwise they focus the button when the whole
 * stylesheet has loaded.
 */
const SPLASH_SCRIPT = import.meta.env.SSR
  ? `try {
  var page = document.currentScript.parentElement;
  var splash = page.previousElementSibling;
  var mark = function () { try { localStorage.setItem('${SEEN}', Date.now()); } catch {} };
  if (!('${REDIRECTING}' in document.documentElement.dataset)) {
    var isFirst = !sessionStorage.getItem('${SEEN}') && !(Date.now() - localStorage.getItem('${SEEN}') < ${SESSION_ENDS_AFTER_MS});
    sessionStorage.setItem('${SEEN}', 'seen');
    mark();
    setInterval(mark, ${MARK_EVERY_MS});
    addEventListener('pagehide', mark);
    if (isFirst && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      splash.dataset.since = performance.now();
      splash.open = page.inert = true;
      var renderPage = function () { page.style.contentVisibility = ''; };
      var afterFrame = function (act) { requestAnimationFrame(function () { setTimeout(act); }); };
      addEventListener('load', function () {
        afterFrame(function () {
          if (!splash.contains(document.activeElement)) splash.querySelector('button').focus({ preventScroll: true });
        });
      });
      if (!location.hash && !document.hidden) {
        page.style.contentVisibility = 'hidden';
        afterFrame(renderPage);
      }
      splash.addEventListener('close', function () { page.inert = false; renderPage(); });
      setTimeout(function () { splash.close(); }, ${LENGTH_MS});
      addEventListener('keydown', function (event) { if (event.key === 'Escape') splash.close(); });
    }
  }
} catch {}`
  : '';

/** The sound ends with the splash. */
function useSplashSound() {
  const player = useSoundPlayer();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const splash = dialog.current;
    if (!splash?.open) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const stop = () => stopped.abort();
    splash.addEventListener('close', stop, { signal });
    // Without the sound if its code cannot be loaded.
    import('./splash-sound.ts')
      .then(({ playSplash }) => playSplash(player, Number(splash.dataset['since']), signal))
      .catch(() => {});
    return stop;
  }, [player]);
  return dialog;
}

/** Around the page, which cannot be used while the splash is open. */
export function Splash({ children }: { children: ReactNode }) {
  const { splash } = useMessages();
  const dialog = useSplashSound();
  const nonce = useScriptNonce();
  return (
    <>
      {/* The script below has opened it before React sees it. */}
      <dialog
        ref={dialog}
        aria-labelledby="splash-name"
        aria-modal="true"
        closedby="closerequest"
        className="splash"
        suppressHydrationWarning
      >
        <div aria-hidden="true" className="splash-coins">
          {Array.from({ length: COINS }, (_, coin) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: coins have no other key.
            <i key={coin} />
          ))}
        </div>
        <p className="splash-state">{splash.stateName}</p>
        <Emblem className="splash-wheel" />
        <p id="splash-name" className="splash-name">
          <span lang="en">{PRODUCT_NAME}</span>
          <span lang="ml">{PRODUCT_NAME_ML}</span>
        </p>
        <form method="dialog">
          {/* biome-ignore lint/a11y/noAutofocus: the page around the dialog cannot be used while it is open. */}
          <button type="submit" className="splash-skip" autoFocus>
            {splash.skip}
          </button>
        </form>
      </dialog>
      <div suppressHydrationWarning>
        <script nonce={nonce} suppressHydrationWarning>
          {SPLASH_SCRIPT}
        </script>
        {children}
      </div>
    </>
  );
}
