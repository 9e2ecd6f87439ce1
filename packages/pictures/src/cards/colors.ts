import { PictureError } from '../errors/picture-error.ts';

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const DARK = '#111827';
const LIGHT = '#ffffff';
const BLACK = '#000000';
/** WCAG's AA for texts of any size. Black or white reaches it on every background. */
const READABLE = 4.5;

/** Parses `#rgb` or `#rrggbb` and nothing else, into six lower-case digits. */
export function readColor(value: unknown, field: string): string {
  if (typeof value !== 'string' || !HEX.test(value)) {
    throw new PictureError(`${field} must be a colour like #3b82f6.`, {
      code: 'options',
      field,
      hint: 'Give three or six hexadecimal digits after #.',
    });
  }
  const digits = value.slice(1).toLowerCase();
  return `#${
    digits.length === 6
      ? digits
      : Array.from(digits)
          .map((digit) => digit + digit)
          .join('')
  }`;
}

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [lighter, darker] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns dark or white, whichever is more readable on a background; black if neither reaches WCAG's AA. */
export function textColorOn(background: string): string {
  const better = contrastOf(DARK, background) >= contrastOf(LIGHT, background) ? DARK : LIGHT;
  return contrastOf(better, background) >= READABLE ? better : BLACK;
}

/** Returns the requested colour if it is readable on the background, otherwise that of the text. */
export function readableColor(color: string, background: string): string {
  return contrastOf(color, background) >= READABLE ? color : textColorOn(background);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
