/** Shares a page with the Web Share API where it exists, otherwise copies its link, otherwise shows the link. */
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/i18n.tsx';
import { ACTION } from './control-classes.ts';
import { CheckIcon, ShareIcon } from './icons.tsx';

const COPIED_FOR_MS = 3_000;

type Outcome = 'shared' | 'copied' | 'failed';

/** Closing the share sheet is not a failure. Without https, browsers have neither a share sheet nor a clipboard. */
async function shareOrCopy(url: string, text: string): Promise<Outcome> {
  if (navigator.share) {
    const error = await navigator.share({ text, url }).then(
      () => null,
      (reason: Error) => reason,
    );
    if (!error || error.name === 'AbortError') return 'shared';
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** `path` includes the language. */
export function ShareButton({
  path,
  text,
  className = ACTION,
}: {
  path: string;
  text: string;
  className?: string;
}) {
  const { share } = useMessages();
  const [outcome, setOutcome] = useState<Outcome>('shared');

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('shared'), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  if (outcome === 'failed') {
    return (
      <label className="relative z-10 min-w-0 text-sm font-semibold">
        {share.copyLink}
        <input
          readOnly
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus.
          autoFocus
          value={location.origin + path}
          onFocus={(event) => event.target.select()}
          onBlur={() => setOutcome('shared')}
          className="block min-h-11 w-full rounded-control border border-ink-soft bg-ground px-2"
        />
      </label>
    );
  }
  return (
    <button
      type="button"
      onClick={async () => setOutcome(await shareOrCopy(location.origin + path, text))}
      className={`${className} script-only`}
    >
      {outcome === 'copied' ? <CheckIcon /> : <ShareIcon />}
      <span aria-live="polite">{outcome === 'copied' ? share.copied : share.share}</span>
    </button>
  );
}
