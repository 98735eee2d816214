import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { HEAT_STEPS } from '../../public/statistics/heat-map.ts';

const textOf = (file: string) => Bun.file(join(import.meta.dir, file)).text();
const css = (await textOf('heat-colours.css')) + (await textOf('print.css'));

/** The colour of a token in a theme. */
function colourOf(token: string, theme: 'light' | 'dark' | 'print'): string {
  const themes = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const [, onPaper] = new RegExp(`--${token}: (#[0-9a-f]{3}(?:[0-9a-f]{3})?);`).exec(css) ?? [];
  const colour = { light: themes?.[1], dark: themes?.[2], print: onPaper }[theme];
  if (!colour) throw new Error(`${token} has no colour for ${theme}`);
  return colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
}

/** As WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test('the contrast is that of known pairs', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(['light', 'dark', 'print'] as const)('in %s', (theme) => {
  test.each([...HEAT_STEPS])('the figure on step %p has enough contrast', (step) => {
    const contrast = contrastOf(colourOf(`heat-${step}`, theme), colourOf(`heat-ink-${step}`, theme));
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  });

  test('each step is darker than the one before, or each is lighter', () => {
    const luminances = HEAT_STEPS.map((step) => luminanceOf(colourOf(`heat-${step}`, theme)));
    const ascending = luminances.toSorted((a, b) => a - b);
    expect(luminances).toEqual(theme === 'dark' ? ascending : ascending.toReversed());
  });
});
