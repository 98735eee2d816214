/** A text for machines, with lines that wrap, and a button that copies it. */
import { useRef, useState } from 'react';
import { ACTION } from './control-classes.ts';
import { CheckIcon } from './icons.tsx';

const TEXT =
  'w-full rounded-control border border-thread bg-ground px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere';

interface CodeBlockProps {
  texts: { copy: string; copied: string };
  /** Says what the button copies. */
  name: string;
  code: string;
  /** The address of the text itself, and the words of its link. */
  link?: [path: string, words: string];
  /** The style of the text. */
  className?: string;
}

export function CodeBlock({ texts, name, code, link, className = TEXT }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(code);
    } catch {
      // Without https, browsers have no clipboard: the visitor can copy what is selected.
      if (block.current) getSelection()?.selectAllChildren(block.current);
    }
  }

  const isCopied = copied === code;
  return (
    <>
      <pre ref={block} lang="en" translate="no" className={className}>
        {code}
      </pre>
      <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
        <button type="button" onClick={copy} className={`${ACTION} script-only`}>
          {isCopied && <CheckIcon />}
          <span aria-live="polite">{isCopied ? texts.copied : texts.copy}</span>
          <span className="sr-only">{name}</span>
        </button>
        {link && (
          <a
            href={link[0]}
            hrefLang="en"
            className="inline-flex min-h-11 items-center text-maroon underline underline-offset-4"
          >
            {link[1]}
          </a>
        )}
      </div>
    </>
  );
}
