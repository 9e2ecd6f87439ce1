import { fitToFonts, type FittedText } from '../fonts/fit-to-fonts.ts';
import type { LoadedSlice } from '../fonts/font-slices.ts';
import { requireGlyphs } from '../fonts/require-glyphs.ts';
import { resizePicture } from '../photos/resize-picture.ts';
import { readCanvas, readChoice, type DrawingOptions, type Picture } from '../parts/picture.ts';
import { cleanText } from '../text/clean-text.ts';
import { firstDirection, type Direction } from '../text/direction.ts';
import { breakLines, type BrokenText } from './break-lines.ts';
import { readColor } from './colors.ts';
import { render } from './renderer.ts';
import {
  CARD_TEMPLATES,
  drawTemplate,
  LOGO_BOX,
  SUBTITLE_SIZE,
  textWidth,
  TITLE_LINES,
  TITLE_SIZES,
  type CardParts,
  type CardTemplate,
} from './templates.ts';

export interface HeadlineCardOptions extends DrawingOptions {
  /** Any text; characters that cannot be drawn are dropped, long texts are cut. Without a title the subtitle is used instead. */
  readonly title: string;
  /** The line above the title. */
  readonly subtitle?: string | null;
  /** Used if there is no subtitle. */
  readonly category?: string | null;
  readonly template?: CardTemplate;
  /** `#rgb` or `#rrggbb`; #3b82f6 by default. */
  readonly brandColor?: string;
  /** `#rgb` or `#rrggbb`; white by default. */
  readonly backgroundColor?: string;
  /** A picture as bytes: PNG, JPEG, WebP, GIF or AVIF. */
  readonly logo?: Uint8Array;
}

export interface HeadlineCard extends Picture {
  /** How many characters were dropped or lost a mark, because no font has them. */
  readonly missing: number;
}

/** Below this width, relative to a card of 630 in height, everything is drawn smaller. */
const NARROWEST = 760;
const TITLE_GRAPHEMES = 160;
const SUBTITLE_GRAPHEMES = 80;

/**
 * Draws a card with a title, for link previews. Titles may be in Latin, Cyrillic, Greek, Devanagari,
 * Arabic, Hebrew, Chinese, kana and emoji, also mixed, and in the scripts of other installed fonts. The same options give the same picture on every machine.
 *
 * @throws {PictureError} `options` with the field; `no_glyphs` if the fonts lack most letters of the title; `not_a_picture` or
 * `too_large` for the logo; `not_installed`, `busy`.
 * @example
 * const { bytes, mimeType } = await drawHeadlineCard({ title: 'What is technical debt?', category: 'engineering' });
 */
export async function drawHeadlineCard(options: HeadlineCardOptions): Promise<HeadlineCard> {
  const canvas = readCanvas(options);
  const { width, height, format } = canvas;
  const template = readChoice(options.template ?? 'default', CARD_TEMPLATES, 'template');
  const brandColor = readColor(options.brandColor ?? '#3b82f6', 'brandColor');
  const backgroundColor = readColor(options.backgroundColor ?? '#ffffff', 'backgroundColor');
  const scale = Math.min(width / NARROWEST, height / 630);

  const { title, subtitle } = await readTexts(options, canvas.language);
  // A text truncated later ends in an ellipsis.
  const ellipsis = await fitToFonts('…');
  const slices = union(title.slices, subtitle.slices, ellipsis.slices);
  const direction = firstDirection(title.text) ?? firstDirection(subtitle.text) ?? 'ltr';
  const logo = options.logo === undefined ? undefined : await fitLogo(options.logo, scale);
  const box = { width: textWidth(width, scale), slices, direction, scale };
  const parts: CardParts = {
    width,
    height,
    scale,
    direction,
    brandColor,
    backgroundColor,
    logo,
    title: await broken(title.text, { ...box, sizes: TITLE_SIZES, lines: TITLE_LINES, weight: 800 }),
    subtitle: await broken(subtitle.text, {
      ...box,
      width: box.width - (logo === undefined ? 0 : logo.width + 32 * scale),
      sizes: [SUBTITLE_SIZE],
      lines: 1,
      weight: 600,
    }),
  };
  const bytes = await render({ ...canvas, node: drawTemplate[template](parts), slices, images: logo === undefined ? [] : [logo] }, format);
  return { bytes, mimeType: `image/${format}`, width, height, missing: title.missing + subtitle.missing };
}

async function readTexts(
  { title, subtitle, category }: HeadlineCardOptions,
  language: string | undefined,
): Promise<{ readonly title: FittedText; readonly subtitle: FittedText }> {
  const above = await fitToFonts(cleanText(subtitle || category || '', SUBTITLE_GRAPHEMES), language);
  const fitted = await fitToFonts(cleanText(title, TITLE_GRAPHEMES), language);
  requireGlyphs(fitted, 'title');
  if (fitted.text !== '') return { title: fitted, subtitle: above };
  requireGlyphs(above, 'subtitle');
  return { title: { ...above, missing: above.missing + fitted.missing }, subtitle: { text: '', slices: [], missing: 0, lost: [] } };
}

interface ScaledBox {
  readonly width: number;
  readonly lines: number;
  readonly sizes: readonly number[];
  readonly weight: number;
  readonly scale: number;
  readonly direction: Direction;
  readonly slices: readonly LoadedSlice[];
}

async function broken(text: string, { sizes, scale, direction, slices, ...box }: ScaledBox): Promise<BrokenText> {
  const scaled = sizes.map((size) => Math.max(8, Math.round(size * scale)));
  if (text === '') return { lines: [], size: scaled[0] as number };
  return breakLines(text, { ...box, sizes: scaled }, direction, slices);
}

/** Logos are untrusted: read within the limits, and scaled to the displayed size. */
async function fitLogo(bytes: Uint8Array, scale: number): Promise<{ src: string; data: Uint8Array; width: number; height: number }> {
  const [width, height] = [Math.round(LOGO_BOX.width * scale), Math.round(LOGO_BOX.height * scale)];
  // Twice as many pixels as displayed, because the renderer scales more finely.
  const picture = await resizePicture(bytes, { width: width * 2, height: height * 2, format: 'png', enlarge: true });
  return { src: 'logo', data: picture.bytes, width: picture.width / 2, height: picture.height / 2 };
}

function union(...lists: readonly (readonly LoadedSlice[])[]): LoadedSlice[] {
  return [...new Set(lists.flat())];
}
