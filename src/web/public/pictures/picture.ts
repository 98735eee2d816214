/**
 * The preview pictures of shared pages: a result in its tiles, or the name of the site.
 * Always in English: see src/server/http/pictures/fonts.
 */
import { PICTURE_SIZE, PRODUCT_NAME } from '../../../core/branding.ts';
import { emblemSvg, FAVICON } from '../../components/emblem-shape.ts';
import { sharedCacheControl } from '../caching.ts';
import { raw, type Xml, xml } from '../resource-routes/xml.ts';

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;

/** The colours of the light theme in styles/tokens.css: a picture cannot follow the reader's theme. */
const COLOURS = { ground: '#FFFBF1', cloth: '#FBF3DF', ink: '#2B1C12', soft: '#6B5646', gold: '#C99A1E' };

const TILE = { width: 176, height: 216, gap: 24, top: 234 };
const MARGIN = 72;

/** Twice as thick as on a page, because a picture is mostly shown small. */
const frame = xml`
  <rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.cloth}"/>
  <rect x="15" y="15" width="${WIDTH - 30}" height="${HEIGHT - 30}" rx="28" fill="none" stroke="${COLOURS.gold}" stroke-width="6"/>
  <rect x="23" y="23" width="${WIDTH - 46}" height="${HEIGHT - 46}" rx="21" fill="none" stroke="${COLOURS.gold}" stroke-width="2"/>`;

const emblemAt = (x: number, y: number, size: number): Xml =>
  xml`<svg x="${x}" y="${y}" width="${size}" height="${size}">${raw(emblemSvg(FAVICON))}</svg>`;

const pictureSvg = (content: Xml): string =>
  xml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-weight="700" fill="${COLOURS.ink}">${frame}${content}</svg>`
    .text;

function tile(digit: string, place: number): Xml {
  const left = (WIDTH - 5 * TILE.width - 4 * TILE.gap) / 2 + place * (TILE.width + TILE.gap);
  return xml`
    <rect x="${left}" y="${TILE.top}" width="${TILE.width}" height="${TILE.height}" rx="20" fill="${COLOURS.ground}" stroke="${COLOURS.gold}" stroke-width="5"/>
    <text x="${left + TILE.width / 2}" y="${TILE.top + 162}" font-size="168" text-anchor="middle">${digit}</text>`;
}

export interface ResultPicture {
  slot: string;
  date: string;
  drawNo: string;
  digits: readonly string[];
  /** The host name of the site. */
  host: string;
}

const RIGHT = WIDTH - MARGIN;

/** The name of the site on the left, two lines on the right. */
const heading = (first: string, second: string): Xml => xml`
    ${emblemAt(MARGIN, 68, 108)}
    <text x="${MARGIN + 132}" y="142" font-size="58">${PRODUCT_NAME}</text>
    <text x="${RIGHT}" y="116" font-size="50" text-anchor="end">${first}</text>
    <text x="${RIGHT}" y="168" font-size="36" text-anchor="end" fill="${COLOURS.soft}">${second}</text>`;

export const resultPictureSvg = ({ slot, date, drawNo, digits, host }: ResultPicture): string =>
  pictureSvg(xml`
    ${heading(slot, date)}
    ${digits.map(tile)}
    <text x="${MARGIN}" y="548" font-size="40" fill="${COLOURS.soft}">${drawNo}</text>
    <text x="${RIGHT}" y="548" font-size="34" text-anchor="end" fill="${COLOURS.soft}">${host}</text>`);

export interface DayPicture {
  date: string;
  weekday: string;
  /** No digits: no result. */
  rows: readonly { slot: string; digits: readonly string[] }[];
  host: string;
}

const ROW = { top: 196, height: 68, digitWidth: 62 };

function dayRow({ slot, digits }: DayPicture['rows'][number], place: number): Xml {
  const top = ROW.top + place * ROW.height;
  const line = xml`<path d="M${MARGIN} ${top}H${RIGHT}" stroke="${COLOURS.gold}" stroke-width="2"/>`;
  const label = xml`<text x="${MARGIN}" y="${top + 47}" font-size="38" fill="${COLOURS.soft}">${slot}</text>`;
  const result = digits.map((digit, index) => {
    const x = RIGHT - (digits.length - index - 0.5) * ROW.digitWidth;
    return xml`<text x="${x}" y="${top + 56}" font-size="66" text-anchor="middle">${digit}</text>`;
  });
  const none = xml`<text x="${RIGHT}" y="${top + 47}" font-size="38" text-anchor="end" fill="${COLOURS.soft}">–</text>`;
  return xml`${line}${label}${digits.length > 0 ? result : none}`;
}

export const dayPictureSvg = ({ date, weekday, rows, host }: DayPicture): string =>
  pictureSvg(xml`
    ${heading(date, weekday)}
    ${rows.map(dayRow)}
    <text x="${RIGHT}" y="582" font-size="30" text-anchor="end" fill="${COLOURS.soft}">${host}</text>`);

export const sitePictureSvg = (host: string): string =>
  pictureSvg(xml`
    ${emblemAt(96, 145, 340)}
    <text x="492" y="300" font-size="88">${PRODUCT_NAME}</text>
    <text x="492" y="370" font-size="42" fill="${COLOURS.soft}">Five draws a day, every result</text>
    <text x="492" y="436" font-size="34" fill="${COLOURS.soft}">${host}</text>`);

/** A PNG response that is cached like a page. */
export const pngResponse = (picture: Uint8Array<ArrayBuffer>): Response =>
  new Response(picture, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': sharedCacheControl(60),
      // Other sites must be able to embed it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
