/** Renders SVG to PNG, one at a time: many at once would use too much memory. */
import { join } from 'node:path';

/** Only our own font, so that the picture is the same on every machine. */
const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [join(import.meta.dir, 'fonts/anek-malayalam-latin-700.ttf')],
    defaultFontFamily: 'Anek Malayalam Medium',
  },
};

type RenderPng = (svg: string) => Promise<Uint8Array<ArrayBuffer>>;

export function createPngRenderer(): RenderPng {
  let lastRendering: Promise<unknown> = Promise.resolve();
  return (svg) => {
    const rendering = lastRendering.then(() => render(svg));
    lastRendering = rendering.catch(() => {});
    return rendering;
  };
}

async function render(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first picture.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, OPTIONS);
  return new Uint8Array(picture.asPng());
}
