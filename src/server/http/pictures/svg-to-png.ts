/** Converts an SVG to PNG. */
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

/** Only our own font, so that the picture is the same on every machine. */
const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [join(import.meta.dir, 'fonts/anek-malayalam-latin-700.ttf')],
    defaultFontFamily: 'Anek Malayalam Medium',
  },
};

export const svgToPng = (svg: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new Resvg(svg, OPTIONS).render().asPng());
