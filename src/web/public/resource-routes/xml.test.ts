import { expect, test } from 'bun:test';
import { xml, xmlResponse } from './xml.ts';

test('strings are escaped, XML is not', () => {
  const inner = xml`<b>${'a < b & "c"'}</b>`;
  expect(xml`<a n="${`'1'`}">${inner}${[inner, inner]}</a>`.text).toBe(
    '<a n="&apos;1&apos;"><b>a &lt; b &amp; &quot;c&quot;</b><b>a &lt; b &amp; &quot;c&quot;</b><b>a &lt; b &amp; &quot;c&quot;</b></a>',
  );
});

test('characters that XML does not allow are removed, and Malayalam is kept', () => {
  expect(xml`<a>${'ഫ\u0000ലം\u000B\uFFFE\n'}</a>`.text).toBe('<a>ഫലം\n</a>');
});

test('a response has a content type and a declaration', async () => {
  const response = xmlResponse(xml`<a/>`, 'application/atom+xml');
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a/>');
});
