/** The libraries that draw, and the versions they were tried in: the same as in package.json. */
export const PART_VERSIONS = {
  '@fontsource-variable/noto-emoji': '5.3.1',
  '@fontsource-variable/noto-sans': '5.3.0',
  '@fontsource-variable/noto-sans-arabic': '5.3.0',
  '@fontsource-variable/noto-sans-hebrew': '5.3.0',
  '@fontsource-variable/noto-sans-sc': '5.3.1',
  '@takumi-rs/core': '2.16.3',
  'd3-geo': '3.1.2',
  sharp: '0.35.5',
  'topojson-client': '3.1.0',
  'world-atlas': '2.0.2',
} as const;

export type PartName = keyof typeof PART_VERSIONS;
