/** Shares a page with the Web Share API where it exists; otherwise copies the link. */
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/i18n.tsx';
import { ACTION } from './actions.ts';
import { CheckIcon, ShareIcon } from './icons.tsx';

const COPIED_FOR_MS = 3_000;

/** Closing the share sheet is not a failure. */
async function shareOrCopy(url: string, text: string): Promise<'shared' | 'copied'> {
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {});
    return 'shared';
  }
  await navigator.clipboard.writeText(url);
  return 'copied';
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
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function onShare() {
    const outcome = await shareOrCopy(location.origin + path, text);
    setCopied(outcome === 'copied');
  }

  return (
    <button type="button" onClick={onShare} className={`${className} script-only`}>
      {isCopied ? <CheckIcon /> : <ShareIcon />}
      <span aria-live="polite">{isCopied ? share.copied : share.share}</span>
    </button>
  );
}
