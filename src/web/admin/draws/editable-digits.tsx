/** The digits of a draw: a button that opens their form. */
import { useRef, useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsOf } from '../../../core/digits.ts';
import { QuickEdit } from './quick-edit.tsx';
import { ResultDigits } from './result-digits.tsx';

export function EditableDigits({ draw }: { draw: AdminDraw }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(goesOn: boolean): void {
    setEditing(false);
    // The boxes that had the focus are gone.
    setTimeout(() => {
      const next = goesOn && opener.current ? nextDraft(opener.current) : undefined;
      if (next) next.click();
      else opener.current?.focus();
    });
  }

  if (isEditing) {
    return <QuickEdit draw={draw} onClosed={close} />;
  }
  return (
    <button
      ref={opener}
      type="button"
      title="Change the digits"
      data-digits-of={draw.published ? 'result' : 'draft'}
      className="w-fit rounded-control hover:outline-2 hover:outline-offset-2 hover:outline-gold"
      onClick={() => setEditing(true)}
    >
      <span className="sr-only">Change the digits of {draw.drawNo}: </span>
      <ResultDigits digits={digitsOf(draw)} />
    </button>
  );
}

/** The button of the next draft in the order of the screen. */
const nextDraft = (opener: HTMLElement): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-digits-of="draft"]')].find(
    (other) => opener.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
