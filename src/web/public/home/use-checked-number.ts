/** Looks up the number in the address, unless the loader has done so, and keeps what was found up to date. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Checked } from '../../../contract/check-number.ts';
import type { NumberToCheck } from '../../../core/number-to-check.ts';
import { callApi } from '../../api/call-api.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { type CheckedText, checkedAfter } from './checked-number.ts';

export type CheckedNumber =
  | { state: 'unasked' }
  | { state: 'invalid' }
  | { state: 'checking' }
  | { state: 'failed'; retry: () => void }
  | { state: 'done'; number: NumberToCheck; found: CheckedText };

interface Attempt {
  asked: string;
  /** The page's cursor when the request was sent: what was found is at least as new. */
  cursor: string;
  found: CheckedText | null;
}

/** The code that shows what was found. */
export const loadFoundDraws = () => import('./found-draws.tsx');

async function lookUp(asked: string, cursor: string): Promise<Attempt> {
  try {
    const [found] = await Promise.all([
      callApi<Checked>(`/api/check?${new URLSearchParams({ text: asked })}`),
      loadFoundDraws(),
    ]);
    return { asked, cursor, found: { asked, ...found } };
  } catch {
    return { asked, cursor, found: null };
  }
}

export function useCheckedNumber(asked: string | null, loaded: CheckedText | null): CheckedNumber {
  const { cursor, changes } = useLiveData();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const text = asked?.trim() ?? '';
  const own = attempt?.asked === text ? attempt : null;
  const isLoaded = loaded !== null && loaded.asked === asked;
  const found = isLoaded ? loaded : (own?.found ?? null);
  const isOpen = text !== '' && !found && !own;

  const lookUpNow = useEffectEvent((wanted: string) => lookUp(wanted, cursor));

  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    void lookUpNow(text).then((made) => isCurrent && setAttempt(made));
    return () => {
      isCurrent = false;
    };
  }, [text, isOpen]);

  useRetry(own?.found === null && !found, async () => {
    const made = await lookUp(text, cursor);
    // The address may have changed during the request.
    setAttempt((current) => (current?.asked === text ? made : current));
  });

  if (text === '') return { state: 'unasked' };
  if (found) {
    const readAt = isLoaded || !own ? cursor : own.cursor;
    const { number } = found;
    return number
      ? { state: 'done', number, found: checkedAfter(readAt, found, changes) }
      : { state: 'invalid' };
  }
  return own ? { state: 'failed', retry: () => setAttempt(null) } : { state: 'checking' };
}
