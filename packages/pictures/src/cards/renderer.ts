import type { ImageSource, MeasuredNode, Node, Renderer } from '@takumi-rs/core';
import type { LoadedSlice } from '../fonts/font-slices.ts';
import { loadPart } from '../parts/load-part.ts';
import { limitRuns } from '../parts/run-limited.ts';
import type { PictureFormat } from '../parts/picture.ts';

// Everything that depends on the drawing library is in this file, so that it can be replaced.

/** A box, text or picture with CSS properties. */
export type { Node } from '@takumi-rs/core';

export interface Drawing {
  readonly node: Node;
  readonly width: number;
  readonly height: number;
  readonly slices: readonly LoadedSlice[];
  readonly images?: readonly { readonly src: string; readonly data: Uint8Array }[];
  readonly language?: string;
}

const JPEG_QUALITY = 88;
const WEBP_QUALITY = 90;
/** Decoded pictures belong to a single card; caching them would only use memory. */
const CACHED_BYTES = 0;

const limited = limitRuns({ atOnce: 2, waiting: 50 });
let renderer: Promise<Renderer> | undefined;
const registered = new Map<string, Promise<unknown>>();

/** Draws; two at a time in a process. */
export function render(drawing: Drawing, format: PictureFormat): Promise<Uint8Array> {
  return limited(async () => {
    const engine = await engineWith(drawing.slices);
    const quality = { png: {}, jpeg: { quality: JPEG_QUALITY }, webp: { quality: WEBP_QUALITY } }[format];
    return engine.render(drawing.node, { ...optionsOf(drawing), format, ...quality });
  });
}

/** Returns the layout without drawing it. */
export async function measure(drawing: Drawing): Promise<MeasuredNode> {
  return (await engineWith(drawing.slices)).measure(drawing.node, optionsOf(drawing));
}

function optionsOf({ width, height, slices, images = [], language }: Drawing): {
  width: number;
  height: number;
  fontFamilies: string[];
  images: ImageSource[];
  lang?: string;
} {
  return {
    width,
    height,
    fontFamilies: slices.map(({ family }) => family),
    images: images.map((image) => ({ ...image, cache: 'none' as const })),
    ...(language !== undefined && { lang: language }),
  };
}

async function engineWith(slices: readonly LoadedSlice[]): Promise<Renderer> {
  renderer ??= loadPart('@takumi-rs/core').then(({ Renderer: Engine }) => new Engine({ cacheMaxBytes: CACHED_BYTES }));
  renderer.catch(() => {
    renderer = undefined;
  });
  const engine = await renderer;
  await Promise.all(
    slices.map(({ family, data }) => {
      const registration = registered.get(family) ?? engine.registerFont({ name: family, data });
      registered.set(family, registration);
      return registration;
    }),
  );
  return engine;
}
