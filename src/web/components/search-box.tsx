/** A search field that searches when the visitor pauses typing; without scripts its form is submitted. */
import { useEffect, useRef, useState } from 'react';
import { FIELD, LABEL } from './control-classes.ts';

const PAUSE_MS = 300;

export interface SearchBoxProps {
  label: string;
  hint: string;
  /** The search text in the address. */
  asked: string;
  onSearch(text: string): void;
}

export function SearchBox({ label, hint, asked, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(asked);
  const lastAsked = useRef(asked);

  // The address has changed by other means, such as the back button.
  useEffect(() => {
    if (asked === lastAsked.current) return;
    lastAsked.current = asked;
    setText(asked);
  }, [asked]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === lastAsked.current.trim()) return;
    const pause = setTimeout(() => {
      // The form may have been submitted during the pause.
      if (wanted === lastAsked.current) return;
      lastAsked.current = wanted;
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, onSearch]);

  return (
    <label className="grow">
      <span className={LABEL}>{label}</span>
      <input
        type="search"
        name="q"
        value={text}
        maxLength={100}
        placeholder={hint}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.currentTarget.value)}
        className={FIELD}
      />
    </label>
  );
}
