/** Shares a page with the Web Share API where it exists, otherwise copies its link, otherwise shows the link. */
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/i18n.tsx';
import { ACTION } from './actions.ts';
import { CheckIcon, ShareIcon } from './icons.tsx';

const COPIED_FOR_MS = 3_000;

/** Closing the share sheet is not a failure. Without https, browsers have neither of the two. */
async function shareOrCopy(url: string, text: string): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if (navigator.share) {
      await navigator.share({ text, url });
      return 'shared';
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'shared';
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** The link to copy by hand, already selected. */
function LinkToCopy({ url, onClose }: { url: string; onClose: () => void }) {
  const { share } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={share.copyLink}
      onClose={onClose}
      className="thread-edge m-auto w-[min(28rem,calc(100%-2rem))] rounded-card bg-cloth p-5 text-ink backdrop:bg-ground/80"
    >
      <form method="dialog" className="grid gap-3">
        <label className="grid gap-2 text-lg font-semibold">
          {share.copyLink}
          <input
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
            className="min-h-11 rounded-control border border-ink-soft bg-ground px-3 text-base font-medium"
          />
        </label>
        <button type="submit" className={ACTION}>
          {share.close}
        </button>
      </form>
    </dialog>
  );
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
  const [outcome, setOutcome] = useState<'shared' | 'copied' | 'failed'>('shared');

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('shared'), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const url = () => location.origin + path;
  return (
    <>
      <button
        type="button"
        onClick={async () => setOutcome(await shareOrCopy(url(), text))}
        className={`${className} script-only`}
      >
        {outcome === 'copied' ? <CheckIcon /> : <ShareIcon />}
        <span aria-live="polite">{outcome === 'copied' ? share.copied : share.share}</span>
      </button>
      {outcome === 'failed' && <LinkToCopy url={url()} onClose={() => setOutcome('shared')} />}
    </>
  );
}
