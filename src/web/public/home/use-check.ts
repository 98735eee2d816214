/**
 * Follows the address: whatever number it asks for is looked up, unless the server has already done so. What was found
 * then follows the live changes.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type NumberToCheck, readNumberToCheck } from '../../../core/search.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import { useData } from '../../live/data-provider.tsx';
import { type Checked, checkByApi, checkedSince } from './check.ts';

export type Check =
  | { state: 'unasked' }
  | { state: 'invalid' }
  | { state: 'checking' }
  | { state: 'failed'; retry: () => void }
  | { state: 'done'; number: NumberToCheck; found: Checked };

interface Attempt {
  asked: string;
  /** The page's place in the feed when it was made: what was found is no older. */
  cursor: string;
  found: Checked | null;
}

const lookUp = async (asked: string, number: NumberToCheck, cursor: string): Promise<Attempt> => ({
  asked,
  cursor,
  found: await checkByApi(asked, number).catch(() => null),
});

export function useCheck(asked: string | null, loaded: Checked | null): Check {
  const { cursor, changes } = useData();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const number = asked === null ? null : readNumberToCheck(asked);
  const own = attempt?.asked === asked ? attempt : null;
  const isLoaded = loaded !== null && loaded.asked === asked;
  const found = isLoaded ? loaded : (own?.found ?? null);
  const isOpen = number !== null && !found && !own;

  const lookUpNow = useEffectEvent((wanted: string, what: NumberToCheck) => lookUp(wanted, what, cursor));

  useEffect(() => {
    if (!isOpen || asked === null) return;
    const wanted = readNumberToCheck(asked);
    let isWanted = true;
    if (wanted) void lookUpNow(asked, wanted).then((made) => isWanted && setAttempt(made));
    return () => {
      isWanted = false;
    };
  }, [asked, isOpen]);

  useRetry(own?.found === null && !found, async () => {
    if (asked === null || !number) return;
    const made = await lookUp(asked, number, cursor);
    // Meanwhile another number may have been asked for.
    setAttempt((current) => (current?.asked === asked ? made : current));
  });

  if (asked === null || asked.trim() === '') return { state: 'unasked' };
  if (!number) return { state: 'invalid' };
  if (found) {
    const readAt = isLoaded || !own ? cursor : own.cursor;
    return { state: 'done', number, found: checkedSince(readAt, found, number, changes) };
  }
  return own ? { state: 'failed', retry: () => setAttempt(null) } : { state: 'checking' };
}
