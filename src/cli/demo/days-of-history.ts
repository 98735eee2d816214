/** Reads how many days before today the demo has results for. */

const DEFAULT_DAYS = 400;
/** Ten years. */
const MAX_DAYS = 3_653;

export function readDays([text, ...others]: readonly string[]): number {
  if (text === undefined) return DEFAULT_DAYS;
  const days = Number(text);
  if (others.length > 0 || !/^\d+$/.test(text) || days < 1 || days > MAX_DAYS)
    throw new Error(`npm run demo takes one number of days, from 1 to ${MAX_DAYS}.`);
  return days;
}
