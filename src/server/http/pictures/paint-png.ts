/** Paints a drawing into a PNG, off the thread that answers requests. */
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

export async function paintPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await renderAsync(svg, OPTIONS);
  return new Uint8Array(picture.asPng());
}
