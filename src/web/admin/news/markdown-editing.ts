/** Edits of Markdown by the toolbar: what to insert for a selection, and what is selected afterwards. */

export type MarkdownEdit = 'bold' | 'heading' | 'list' | 'link';

export interface Selection {
  start: number;
  end: number;
}

export interface TextEdit {
  /** The part of the text to replace. */
  replaced: Selection;
  text: string;
  /** Afterwards, in the new text. */
  selected: Selection;
}

export function editMarkdown(kind: MarkdownEdit, text: string, selection: Selection): TextEdit {
  const chosen = text.slice(selection.start, selection.end);
  switch (kind) {
    case 'bold':
      return around(selection, '**', chosen || 'bold text', '**');
    case 'link':
      return link(selection, chosen);
    case 'heading':
      return atLineStarts(text, { start: selection.start, end: selection.start }, '## ');
    case 'list':
      return atLineStarts(text, selection, '- ');
  }
}

function around(replaced: Selection, before: string, inner: string, after: string): TextEdit {
  const start = replaced.start + before.length;
  return { replaced, text: before + inner + after, selected: { start, end: start + inner.length } };
}

const ADDRESS = 'https://';

/** Selects what is still to be typed: the address, or the words for a selected address. */
function link(replaced: Selection, chosen: string): TextEdit {
  const isAddress = /^https?:\S+$/.test(chosen.trim());
  const words = isAddress ? 'link text' : chosen || 'link text';
  const address = isAddress ? chosen.trim() : ADDRESS;
  const text = `[${words}](${address})`;
  const start = replaced.start + (isAddress ? 1 : words.length + 3);
  return { replaced, text, selected: { start, end: start + (isAddress ? words : address).length } };
}

/** Adds a prefix to each line of the selection, or removes it where every line has it. */
function atLineStarts(text: string, { start, end }: Selection, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', Math.max(end, from));
  const to = lineEnd === -1 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const hasPrefix = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (hasPrefix ? line.slice(prefix.length) : prefix + line)).join('\n');
  const last = from + changed.length;
  return { replaced: { start: from, end: to }, text: changed, selected: { start: last, end: last } };
}
