import { expect, test } from 'bun:test';
import { editMarkdown, type MarkdownEdit } from './markdown-editing.ts';

/** The selection is written in brackets: `a «b» c`. */
function edit(kind: MarkdownEdit, marked: string): string {
  const start = marked.indexOf('«');
  const text = marked.replace(/[«»]/g, '');
  const end = marked.indexOf('»') - 1;
  const { replaced, text: inserted, selected } = editMarkdown(kind, text, { start, end });
  const result = text.slice(0, replaced.start) + inserted + text.slice(replaced.end);
  return `${result.slice(0, selected.start)}«${result.slice(selected.start, selected.end)}»${result.slice(selected.end)}`;
}

test.each<[MarkdownEdit, string, string]>([
  ['bold', 'We are «closed» today', 'We are **«closed»** today'],
  ['bold', 'a «»', 'a **«bold text»**'],
  ['link', 'see «the charts»', 'see [the charts](«https://»)'],
  ['link', '«»', '[link text](«https://»)'],
  ['link', '«https://a.example/x»', '[«link text»](https://a.example/x)'],
  ['heading', 'a\nti«tl»e\nb', 'a\n## title«»\nb'],
  ['heading', '## ti«»tle', 'title«»'],
  ['list', 'x\n«one\ntwo»\ny', 'x\n- one\n- two«»\ny'],
  ['list', '«- one\n- two»', 'one\ntwo«»'],
  ['list', '«»', '- «»'],
])('%s: %j', (kind, before, after) => {
  expect(edit(kind, before)).toBe(after);
});
