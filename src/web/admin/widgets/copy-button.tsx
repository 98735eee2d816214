/** A button that copies a text to the clipboard. */
import { useState } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { CopyIcon } from './panel-icons.tsx';
import { useToasts } from './toasts.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const toasts = useToasts();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.failure('The browser does not allow copying. Please select the text and copy it yourself.');
    }
  }

  return (
    <button type="button" className={`${ACTION} grow`} onClick={copy}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </button>
  );
}
