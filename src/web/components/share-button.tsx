/** Passes a page on: by the device's own means where it has them, otherwise by copying the link. */
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/i18n.tsx';
import { ACTION } from './actions.ts';
import { CheckIcon, ShareIcon } from './icons.tsx';

const SAID_FOR_MS = 3_000;

/** Somebody who closes the device's sheet has not failed. */
async function shareOrCopy(url: string, text: string): Promise<'shared' | 'copied'> {
  if (navigator.share) {
    await navigator.share({ text, url }).catch(() => {});
    return 'shared';
  }
  await navigator.clipboard.writeText(url);
  return 'copied';
}

/** `path` is the page's own, with its language. */
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
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
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
