/** The splash over the first page of a visit: state, wheel, coins and name. The page beneath it is already there. */
import { useEffect, useRef } from 'react';
import { PRODUCT_NAME, PRODUCT_NAME_ML } from '../../../core/branding.ts';
import { Emblem } from '../../components/emblem.tsx';
import { wantsMotion } from '../../hooks/motion.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useScriptMark } from '../../script-mark.ts';
import { SPLASH_SCRIPT } from './splash-script.ts';
import { soundSplash } from './splash-sound.ts';
import { COINS } from './splash-times.ts';

/** Whatever ends the splash ends its sound; one that keeps still is silent too. */
function useSplashSound() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const splash = dialog.current;
    if (!splash?.open || !wantsMotion()) return;
    const silence = soundSplash(Number(splash.dataset['since']));
    splash.addEventListener('close', silence);
    return () => {
      splash.removeEventListener('close', silence);
      silence();
    };
  }, []);
  return dialog;
}

export function Splash() {
  const { splash } = useMessages();
  const dialog = useSplashSound();
  const mark = useScriptMark();
  return (
    <>
      {/* The script below has opened it before React sees it. */}
      <dialog ref={dialog} aria-labelledby="splash-name" className="splash" suppressHydrationWarning>
        <div aria-hidden="true" className="splash-coins">
          {Array.from({ length: COINS }, (_, coin) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: coins have nothing but their number.
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
      <script nonce={mark}>{SPLASH_SCRIPT}</script>
    </>
  );
}
