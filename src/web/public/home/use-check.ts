/** Follows the address: whatever number it asks for is looked up, unless the server has already done so. */
import { useEffect, useState } from 'react';
import { type NumberToCheck, readNumberToCheck } from '../../../core/search.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import { type Checked, checkByApi } from './check.ts';

export type Check =
  | { state: 'unasked' }
  | { state: 'invalid' }
  | { state: 'checking' }
  | { state: 'failed'; retry: () => void }
  | { state: 'done'; number: NumberToCheck; found: Checked };

interface Attempt {
  asked: string;
  found: Checked | null;
}

export function useCheck(asked: string | null, loaded: Checked | null): Check {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const number = asked === null ? null : readNumberToCheck(asked);
  const own = attempt?.asked === asked ? attempt : null;
  const found = loaded?.asked === asked ? loaded : (own?.found ?? null);
  const isOpen = number !== null && !found && !own;

  useEffect(() => {
    if (!isOpen || asked === null) return;
    const wanted = readNumberToCheck(asked);
    let isWanted = true;
    const settle = (result: Checked | null) => isWanted && setAttempt({ asked, found: result });
    if (wanted) checkByApi(asked, wanted).then(settle, () => settle(null));
    return () => {
      isWanted = false;
    };
  }, [asked, isOpen]);

  const tryAgain = async (wanted: string, what: NumberToCheck) => {
    const result = await checkByApi(wanted, what).catch(() => null);
    // Meanwhile another number may have been asked for.
    setAttempt((current) => (current?.asked === wanted ? { asked: wanted, found: result } : current));
  };
  useRetry(own?.found === null && !found, () => asked !== null && number && tryAgain(asked, number));

  if (asked === null || asked.trim() === '') return { state: 'unasked' };
  if (!number) return { state: 'invalid' };
  if (found) return { state: 'done', number, found };
  return own ? { state: 'failed', retry: () => setAttempt(null) } : { state: 'checking' };
}
