import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { textOfHtml } from '../../../core/html-text.ts';
import { articleHtml } from './article-html.ts';

const markdown = (body: string) => articleHtml({ body, format: 'markdown' });
const plain = (body: string) => articleHtml({ body, format: 'text' });

describe('Markdown', () => {
  test.each([
    ['**bold** and *soft*', '<p><strong>bold</strong> and <em>soft</em></p>'],
    ['one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>'],
    ['# A\n\n## B\n\n### C\n\n##### D', '<h2>A</h2>\n<h2>B</h2>\n<h3>C</h3>\n<h4>D</h4>'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['[charts](/results)', '<p><a href="/results">charts</a></p>'],
    [
      'See https://a.example/x_y_z?q=1&r=2.',
      '<p>See <a href="https://a.example/x_y_z?q=1&amp;r=2">https://a.example/x_y_z?q=1&amp;r=2</a>.</p>',
    ],
    ['desk@example.org', '<p><a href="mailto:desk@example.org">desk@example.org</a></p>'],
    ['Closed today.In short', '<p>Closed today.In short</p>'],
  ])('%j', (body, html) => {
    expect(markdown(body)).toBe(html);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\u0000script:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](vbscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](data:image/png;base64,AAAA)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example/a)',
    '[x](\\\\evil.example/a)',
    '![x](https://evil.example/a.png)',
    '![x](javascript:alert(1))',
    '[![x](data:image/png;base64,AAAA)](javascript:alert(1))',
    '<javascript:alert(1)>',
    'javascript:alert(1)',
    '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
    '[x]: javascript:alert(1)\n\n[x]',
    '**<b onclick=alert(1)>**',
    '`<script>`',
    '```html" onload="alert(1)\n<script>\n```',
    '<!-- --><script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('is harmless: %j', (body) => {
    expectHarmless(markdown(body));
    expectHarmless(plain(body));
  });

  test('is harmless for any combination of awkward parts', () => {
    const parts = ['<', '>', '"', "'", '[', '](', ')', '!', '`', '&', '\\', '\n', ' ', '#', '- ', '/'].concat(
      ['javascript:', 'data:text/html,', '&#106;', '<script>', '</', 'onerror=', '//', 'https://a.b/', 'x'],
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 24 }), (chosen) => {
        expectHarmless(markdown(chosen.join('')));
        expectHarmless(plain(chosen.join('')));
      }),
      { numRuns: 500 },
    );
  });
});

/** Contains only elements and attributes that an article may have, and links only to safe addresses. */
function expectHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    const form =
      /^<\/?(blockquote|code|em|h[234]|li|ol|p|pre|s|strong|ul|a)>$|^<(br|hr) \/>$|^<ol start="\d+">$|^<a( href="([^"<>]*)")?( title="[^"<>]*")?>$/;
    const [, , , , address] = form.exec(tag) ?? [];
    expect(tag).toMatch(form);
    if (address !== undefined) expect(address).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\]))/);
  }
  // No tag is left open.
  expect(html.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
}

/** How a body looked before there was Markdown: paragraphs with line breaks, spaces collapsed. */
const formerLook = (body: string): string[] =>
  body
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.replace(/[ \t]+/g, ' ').trim())
        .join('\n'),
    );

const shownLook = (html: string): string[] =>
  [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, inner = '']) =>
    textOfHtml(inner.replace(/<br \/>\n/g, '<br />'))
      .split('\n')
      .map((line) => line.replace(/[ \t]+/g, ' ').trim())
      .join('\n'),
  );

describe('plain text from before Markdown looks the same', () => {
  test.each([
    'One line.',
    'Two\nlines.\n\nAnother paragraph.',
    '# not a heading\n- not a list\n* nor this\n1. nor this\n> nor a quote',
    '**stars** __underscores__ snake_case_name 2*3*4 ~~tilde~~ `ticks`',
    'Title\n=====\n\nOther\n-----\n***',
    '    indented by four\n\ttab',
    '[brackets](https://a.example/x) ![image](y) [ref]: z',
    'a < b && c > d, &amp; stays, &lt;b&gt; stays, &copy;',
    'back\\slash \\*not escaped\\* trailing\\',
    'two spaces at the end  \nnext line',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```\nfence\n```',
    'നവംബര്\u200D *ഒന്നിനും* _നറുക്കെടുപ്പുകള്\u200D_',
    'Blank line with spaces\n   \nnext',
  ])('%j', (body) => {
    expect(shownLook(plain(body))).toEqual(formerLook(body));
  });

  test('any text', () => {
    const line = fc
      .array(
        fc.constantFrom(
          'word',
          '*',
          '_',
          '#',
          '-',
          '1.',
          '>',
          '`',
          '~',
          '[',
          ']',
          '(',
          '&amp;',
          '\\',
          '<b>',
          '  ',
        ),
      )
      .map((parts) => parts.join(' ').trim())
      .filter((text) => text !== '');
    const anyBody = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyBody, (paragraphs) => {
        const body = paragraphs.map((lines) => lines.join('\n')).join('\n\n');
        expect(shownLook(plain(body))).toEqual(formerLook(body));
      }),
    );
  });

  test('only addresses become links', () => {
    expect(plain('See https://a.example/x_y_z?a=*1')).toBe(
      '<p>See <a href="https://a.example/x_y_z?a=*1">https://a.example/x_y_z?a=*1</a></p>',
    );
  });
});
