/** What an audit has found, in texts that are safe to print: most of them quote what a site has sent. */

const MAX_KEPT = 100;
const MAX_LENGTH = 400;

/** Control characters, invisible ones and line separators: a terminal may obey them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

export function printable(text: string): string {
  const safe = text.replace(UNPRINTABLE, '?');
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

export interface Findings {
  add(text: string): void;
  /** Adds one that must not be missing in the list, however many others there are. */
  addFirst(text: string): void;
  count(): number;
  /** One finding each; after the first hundred, how many more there are. */
  lines(): string[];
}

export function createFindings(): Findings {
  const kept: string[] = [];
  let count = 0;
  return {
    add(text) {
      const line = printable(text);
      // The log may be read several times.
      if (kept.includes(line)) return;
      count += 1;
      if (kept.length < MAX_KEPT) kept.push(line);
    },
    addFirst(text) {
      count += 1;
      kept.unshift(printable(text));
      kept.length = Math.min(kept.length, MAX_KEPT);
    },
    count: () => count,
    lines: () => (count > kept.length ? [...kept, `and ${formatCount(count - kept.length)} more`] : kept),
  };
}

/** `5012` becomes `5,012`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
