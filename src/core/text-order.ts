/** The order of texts by their characters, such as ids and instants. */

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
