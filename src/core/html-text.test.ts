import { expect, test } from 'bun:test';
import { htmlOfText, textOfHtml } from './html-text.ts';

test('blocks and line breaks separate lines, inline tags do not', () => {
  const html =
    '<h2>A &amp; B</h2>\n<p>One <strong>w</strong>ord<br />\n&lt;b&gt; &quot;x&quot;</p>\n<ul>\n<li><a href="https://a.example/?x=1&amp;y=2" title="t">link</a></li>\n</ul>';
  expect(textOfHtml(html)).toBe('A & B\nOne word\n<b> "x"\nlink');
});

test('a text is shown as it is', () => {
  const text = '1 < 2 && 3 > 2 "quoted" &lt; &amp;lt;';
  expect(textOfHtml(htmlOfText(text))).toBe(text);
});
