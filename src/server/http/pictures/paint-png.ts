/** Renders SVG to PNG, one at a time: many at once would use too much memory. */
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';

/** Only our own font: the same picture on every machine. */
const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [join(import.meta.dir, 'fonts/anek-malayalam-latin-700.ttf')],
    defaultFontFamily: 'Anek Malayalam Medium',
  },
};

type PaintPng = (svg: string) => Promise<Uint8Array<ArrayBuffer>>;

export function createPngPainter(): PaintPng {
  let lastPainting: Promise<unknown> = Promise.resolve();
  return (svg) => {
    const painting = lastPainting.then(() => paint(svg));
    lastPainting = painting.catch(() => {});
    return painting;
  };
}

async function paint(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await renderAsync(svg, OPTIONS);
  return new Uint8Array(picture.asPng());
}
