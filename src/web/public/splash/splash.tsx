/** The splash over the first page of a visit: state, wheel, coins and name. The page below is already loaded. */
import { useEffect, useRef } from 'react';
import { PRODUCT_NAME, PRODUCT_NAME_ML } from '../../../core/branding.ts';
import { REDIRECTING } from '../../before-paint.ts';
import { Emblem } from '../../components/emblem.tsx';
import { wantsMotion } from '../../hooks/motion.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useScriptNonce } from '../../script-nonce.ts';
import { useSoundPlayer } from '../../sound/sound-player.tsx';
import { playSplash } from './splash-sound.ts';

const LENGTH_MS = 5_000;
const COINS = 30;

/** In the session storage: the splash is shown once per tab. */
const SEEN = 'splash';

/**
 * Runs as soon as the browser has parsed the splash, before the first paint. So the splash shows from the first frame,
 * can be skipped before the app has loaded, and ends even if the app never loads.
 */
const SPLASH_SCRIPT = `try {
  var splash = document.currentScript.previousElementSibling;
  if (!sessionStorage.getItem('${SEEN}') && !('${REDIRECTING}' in document.documentElement.dataset)) {
    sessionStorage.setItem('${SEEN}', 'seen');
    splash.dataset.since = performance.now();
    splash.showModal();
    setTimeout(function () { splash.close(); }, ${LENGTH_MS});
  }
} catch {}`;

/** The sound ends with the splash. Visitors who prefer reduced motion get no sound either. */
function useSplashSound() {
  const player = useSoundPlayer();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const splash = dialog.current;
    if (!splash?.open || !wantsMotion()) return;
    const stop = playSplash(player, Number(splash.dataset['since']));
    splash.addEventListener('close', stop);
    return () => {
      splash.removeEventListener('close', stop);
      stop();
    };
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
      <script nonce={nonce}>{SPLASH_SCRIPT}</script>
    </>
  );
}
