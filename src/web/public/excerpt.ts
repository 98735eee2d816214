/** The beginning of an article, for lists and feeds. */

const LONGEST = 280;

/** A longer text is cut between two words, with an ellipsis. */
export function excerptOf(body: string): string {
  const text = body.replace(/\s+/g, ' ').trim();
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > LONGEST / 2 ? end : LONGEST).toWellFormed()}…`;
}
