import { expect, test } from 'bun:test';
import { readRules } from './read-rules.ts';
import { usedRules } from './used-rules.ts';

const select = (stylesheet: string, html: string): string => usedRules(readRules(stylesheet), html);

test('keeps the rules whose classes the page has, and those without classes', () => {
  const stylesheet = 'body{margin:0}.used{color:red}.unused{color:blue}[data-state=open]{opacity:1}';
  expect(select(stylesheet, '<p class="used other">')).toBe(
    'body{margin:0}.used{color:red}[data-state=open]{opacity:1}',
  );
});

test('a selector needs all its classes, a list of selectors one of them', () => {
  expect(select('.a .b{color:red}', '<p class="a">')).toBe('');
  expect(select('.a .b{color:red}', '<p class="a"><b class="b">')).toBe('.a .b{color:red}');
  expect(select('.a.b{color:red}', '<p class="a">')).toBe('');
  expect(select('.a,.b{color:red}', '<p class="a">')).toBe('.a,.b{color:red}');
  expect(select('.a,p{color:red}', '<p>')).toBe('.a,p{color:red}');
});

test('classes in arguments need not be present', () => {
  for (const selector of [
    '.a:not(.b)',
    '.a:is(.b,.c)',
    ':where(.b)>:is(.c:not(.d),.e) .a',
    '.a:has(+.b)',
    '.a[href=".b"]',
    '.a[title="x\\]) .b"]',
  ]) {
    expect(select(`${selector}{color:red}`, '<p class="a">')).toBe(`${selector}{color:red}`);
    expect(select(`${selector}{color:red}`, '<p class="z">')).toBe('');
  }
});

test('finds the classes of Tailwind, with escapes in selectors and entities in attributes', () => {
  for (const [selector, name] of [
    ['.w-\\[calc\\(1rem\\+2px\\)\\]', 'w-[calc(1rem+2px)]'],
    ['.md\\:p-2', 'md:p-2'],
    ['.w-1\\/2', 'w-1/2'],
    ['.gap-1\\.5', 'gap-1.5'],
    ['.\\[\\&_a\\]\\:underline a', '[&amp;_a]:underline'],
    ['.\\[\\&\\>p\\]\\:flex>p', '[&amp;&gt;p]:flex'],
    ['.has-\\[\\:focus-visible\\]\\:ring:has(:focus-visible)', 'has-[:focus-visible]:ring'],
    [".before\\:content-\\[\\'x\\'\\]:before", 'before:content-[&#x27;x&#x27;]'],
    ['.\\32 xl\\:flex', '2xl:flex'],
    ['.അക്കം', 'അക്കം'],
  ]) {
    expect(select(`${selector}{color:red}`, `<p class="first ${name}">`)).toBe(`${selector}{color:red}`);
    expect(select(`${selector}{color:red}`, '<p class="first w-">')).toBe('');
  }
});

test('a longer or shorter name is another class', () => {
  expect(select('.p-1{color:red}.p{color:red}', '<p class="p-10 p-">')).toBe('');
});

test('reads groups, also within others, and keeps of them only what has rules', () => {
  const stylesheet =
    '@media (width>=40rem){.a{color:red}@supports (display:grid){.b{color:red}.a{color:blue}}}' +
    '@container (width>=10rem){.b{color:red}}';
  expect(select(stylesheet, '<p class="a">')).toBe(
    '@media (width>=40rem){.a{color:red}@supports (display:grid){.a{color:blue}}}',
  );
});

test('keeps the order of layers', () => {
  expect(select('@layer base,utilities;@layer base{.b{color:red}}', '<p class="a">')).toBe(
    '@layer base,utilities;@layer base{}',
  );
});

test('finds the classes of every element, whatever its text and other attributes are', () => {
  const html =
    '<p title="a > b" data-x="\'" class="one">an odd " and class="</p><hr class="two"/><i>class="three"</i>';
  expect(select('.one{top:1px}.two{top:2px}.three{top:3px}', html)).toBe('.one{top:1px}.two{top:2px}');
});

test('keeps properties, animations, fonts and what is for print; leaves out comments', () => {
  const kept =
    '@property --x{syntax:"*";inherits:false}@keyframes spin{to{rotate:1turn}}@font-face{font-family:x;src:url(/x)}' +
    '@media print{p{color:red}}@page{margin:0}';
  expect(select(`/* x */${kept}`, '<p>')).toBe(kept);
});

test('a rule with others in it is kept as a whole', () => {
  const nested = '.a{color:red;&:hover{color:blue}.b{color:red}}';
  expect(select(nested, '<p class="a">')).toBe(nested);
});

test('throws for a stylesheet that it cannot read', () => {
  expect(() => readRules('.a{color:red')).toThrow('Unclosed block');
  expect(() => readRules('@layer a{color:red}')).toThrow('color:red');
});
