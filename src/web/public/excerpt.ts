/** The beginning of an article, for lists and feeds. */
import { textOfHtml } from '../../core/html-text.ts';

const MAX_LENGTH = 280;

/** A longer text is cut between two words, with an ellipsis. */
export function excerptOf(html: string): string {
  const text = textOfHtml(html).replace(/\s+/g, ' ');
  if (text.length <= MAX_LENGTH) return text;
  const cut = text.slice(0, MAX_LENGTH + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > MAX_LENGTH / 2 ? end : MAX_LENGTH).toWellFormed()}…`;
}
