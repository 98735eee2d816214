/** The splash over the first page of a session: state, wheel, coins and name. The page below is already loaded. */
import { useEffect, useRef } from 'react';
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
 */
const SPLASH_SCRIPT = import.meta.env.SSR
  ? `try {
  var splash = document.currentScript.previousElementSibling;
  var mark = function () { try { localStorage.setItem('${SEEN}', Date.now()); } catch {} };
  if (!('${REDIRECTING}' in document.documentElement.dataset)) {
    var isFirst = !sessionStorage.getItem('${SEEN}') && !(Date.now() - localStorage.getItem('${SEEN}') < ${SESSION_ENDS_AFTER_MS});
    sessionStorage.setItem('${SEEN}', 'seen');
    mark();
    setInterval(mark, ${MARK_EVERY_MS});
    addEventListener('pagehide', mark);
    if (isFirst && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      splash.dataset.since = performance.now();
      splash.showModal();
      setTimeout(function () { splash.close(); }, ${LENGTH_MS});
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

export function Splash() {
  const { splash } = useMessages();
  const dialog = useSplashSound();
  const nonce = useScriptNonce();
  return (
    <>
      {/* The script below has opened it before React sees it. */}
      <dialog ref={dialog} aria-labelledby="splash-name" className="splash" suppressHydrationWarning>
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
          <button type="submit" className="splash-skip">
            {splash.skip}
          </button>
        </form>
      </dialog>
      <script nonce={nonce} suppressHydrationWarning>
        {SPLASH_SCRIPT}
      </script>
    </>
  );
}
