/** "Check it in my browser". The code of the check is loaded when the button is pressed. */
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import type { Draw } from '../../../../contract/draws.ts';
import type { BeaconChain } from '../../../../core/public-log/beacon-chain.ts';
import { MAIN_ACTION } from '../../../components/control-classes.ts';
import { useI18n, usePathIn, useResultMessages } from '../../../i18n/i18n.tsx';
import type { Language } from '../../../i18n/language.ts';

interface CheckProps {
  draw: Draw;
  /** The beacon of this site; null if it uses the public one, or none. */
  ownBeacon: BeaconChain | null;
}

const LOADERS: Record<Language, () => Promise<{ CheckInLanguage: ComponentType<CheckProps> }>> = {
  en: () => import('./english-check.tsx'),
  ml: () => import('./malayalam-check.tsx'),
};

type Loading =
  | { state: 'unasked' | 'loading' | 'failed' }
  | { state: 'loaded'; CheckInLanguage: ComponentType<CheckProps> };

export function CheckSection(props: CheckProps) {
  const { language } = useI18n();
  const { drawPage } = useResultMessages();
  const pathTo = usePathIn();
  const [loading, setLoading] = useState<Loading>({ state: 'unasked' });

  async function load(): Promise<void> {
    setLoading({ state: 'loading' });
    try {
      const { CheckInLanguage } = await LOADERS[language]();
      setLoading({ state: 'loaded', CheckInLanguage });
    } catch {
      setLoading({ state: 'failed' });
    }
  }

  return (
    <section aria-labelledby="check-draw" className="screen-only">
      <h2 id="check-draw" className="mb-3 text-xl">
        {drawPage.check}
      </h2>
      {loading.state === 'loaded' ? (
        <loading.CheckInLanguage {...props} />
      ) : (
        <>
          <p className="mb-4 text-ink-soft">{drawPage.checkText}</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <button
              type="button"
              onClick={load}
              aria-disabled={loading.state === 'loading'}
              className={`${MAIN_ACTION} script-only`}
            >
              {loading.state === 'loading' ? drawPage.checkLoading : drawPage.checkNow}
            </button>
            <Link
              to={pathTo('/verify')}
              className="inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
            >
              {drawPage.howChecked}
            </Link>
          </div>
          <p role="status" className="font-semibold text-ember">
            {loading.state === 'failed' && drawPage.checkNotLoaded}
          </p>
        </>
      )}
    </section>
  );
}
