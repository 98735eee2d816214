/** Renders SVG to PNG in a thread of the runtime. */
import { join } from 'node:path';

/** Only our own font, so that the picture is the same on every machine. */
const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [join(import.meta.dir, 'fonts/anek-malayalam-latin-700.ttf')],
    defaultFontFamily: 'Anek Malayalam Medium',
  },
};

export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first picture.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, OPTIONS);
  return new Uint8Array(picture.asPng());
}
