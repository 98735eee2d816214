/** The emblem: a golden wheel with twelve petal-shaped spokes. The logo and all icons are made from it. */

export const EMBLEM_SIZE = 100;
const CENTRE = EMBLEM_SIZE / 2;

/** One spoke, pointing up from the hub to the rim. */
export const PETAL = 'M50 40.5C44.2 32 43.6 20.5 50 9.5C56.4 20.5 55.8 32 50 40.5Z';
/** Twelve, because the wheel of the national emblem has twenty-four. */
export const PETAL_TURNS = Array.from(
  { length: 12 },
  (_, index) => `rotate(${index * 30} ${CENTRE} ${CENTRE})`,
);
/** A bead on the rim between two petals. */
export const BEAD = { cx: CENTRE, cy: 12.2, r: 1.9 };
const BEAD_TURNS = Array.from({ length: 12 }, (_, index) => `rotate(${index * 30 + 15} ${CENTRE} ${CENTRE})`);
export const RIM = { cx: CENTRE, cy: CENTRE, r: 46, width: 4.5 };
export const HUB = { cx: CENTRE, cy: CENTRE, r: 6, width: 3.5 };

function turnBy(degrees: number, x: number, y: number): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [right, down] = [x - CENTRE, y - CENTRE];
  const round = (value: number) => Number((CENTRE + value).toFixed(2));
  return `${round(right * cos - down * sin)} ${round(right * sin + down * cos)}`;
}

/** `sweep`: a circle in the other direction cuts a hole. */
const disc = (start: string, r: number, sweep: 0 | 1): string =>
  `M${start}a${r} ${r} 0 1 ${sweep} ${2 * r} 0a${r} ${r} 0 1 ${sweep} ${-2 * r} 0Z`;

const ringPath = ({ cx, cy, r, width }: typeof RIM): string =>
  disc(`${cx - r - width / 2} ${cy}`, r + width / 2, 1) +
  disc(`${cx - r + width / 2} ${cy}`, r - width / 2, 0);

const turns = Array.from({ length: 12 }, (_, index) => index * 30);

/** The whole wheel as one shape: a page can show thirty of them, and browsers copy every element of each. */
export const WHEEL = [
  ringPath(RIM),
  ringPath(HUB),
  ...turns.map((turn) =>
    PETAL.replace(/([\d.]+) ([\d.]+)/g, (_, x, y) => turnBy(turn, Number(x), Number(y))),
  ),
  ...turns.map((turn) => {
    const [x = '', y = ''] = turnBy(turn + 15, BEAD.cx, BEAD.cy).split(' ');
    return disc(`${(Number(x) - BEAD.r).toFixed(2)} ${y}`, BEAD.r, 1);
  }),
].join('');

export interface EmblemPicture {
  wheel: string;
  /** The background colour; transparent if left out. */
  ground?: string;
  /** The wheel's part of the width: phones may crop icons at the edges. */
  scale?: number;
}

/** The icon in a browser tab, without a background. */
export const FAVICON: EmblemPicture = { wheel: '#C99A1E' };
/** The icon on a home screen. */
export const TILE: EmblemPicture = { wheel: '#E3B94A', ground: '#7A1F2B' };

/** The emblem as an SVG document. */
export function emblemSvg({ wheel, ground, scale = 1 }: EmblemPicture): string {
  const margin = (EMBLEM_SIZE - EMBLEM_SIZE * scale) / 2;
  const ring = ({ cx, cy, r, width }: typeof RIM) =>
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${wheel}" stroke-width="${width}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}">`,
    ground ? `<rect width="${EMBLEM_SIZE}" height="${EMBLEM_SIZE}" fill="${ground}"/>` : '',
    `<g fill="${wheel}" transform="translate(${margin} ${margin}) scale(${scale})">`,
    ring(RIM),
    ring(HUB),
    ...PETAL_TURNS.map((turn) => `<path d="${PETAL}" transform="${turn}"/>`),
    ...BEAD_TURNS.map(
      (turn) => `<circle cx="${BEAD.cx}" cy="${BEAD.cy}" r="${BEAD.r}" transform="${turn}"/>`,
    ),
    '</g></svg>\n',
  ].join('');
}
