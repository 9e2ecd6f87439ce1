import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...css.matchAll(/--_colo-([a-z-]+): var\(--colo-\1, light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunken'];
/** Text, and the grounds that it is written on. */
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...GROUNDS, 'act-soft', 'good-soft', 'warn-soft', 'bad-soft', 'ins', 'del']],
  ['quiet', GROUNDS],
  ['act', [...GROUNDS, 'act-soft']],
  ['on-act', ['act']],
  ['good', [...GROUNDS, 'good-soft']],
  ['warn', [...GROUNDS, 'warn-soft']],
  ['bad', [...GROUNDS, 'bad-soft']],
];

describe.each(['light', 'dark'] as const)('the %s colours', (theme) => {
  const colour = (name: string): string => colours.get(name)?.[theme] ?? '';

  it.each(TEXTS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))('%s is readable on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.9);
  });

  it.each(GROUNDS)('the edge of a control is visible on %s', (ground) => {
    expect(contrast(colour('edge'), colour(ground))).toBeGreaterThanOrEqual(3.3);
  });
});

it('every color has a light and a dark value', () => {
  expect(colours.size).toBe(18);
  for (const [, name = ''] of css.matchAll(/--_colo-([a-z-]+): var\(--colo-\1, light-dark/g)) expect(colours.has(name), name).toBe(true);
});
