import type { ImageModelV4CallOptions } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import type { GenerateImageOptions } from '../interface/options.ts';
import type { Call } from '../provider/call.ts';
import { loadImage, MAX_IMAGE_BYTES, readImage, type ImageBytes, type ImageSource } from './images.ts';

/** The most pictures of one edit, which is the most that a vendor takes. */
const MAX_SOURCES = 16;

/** The pictures of an edit, in memory or at an address. */
export interface EditSources {
  images: readonly ImageSource[];
  mask: ImageSource | undefined;
}

type ImageFile = NonNullable<ImageModelV4CallOptions['mask']>;

/**
 * Validates the pictures of an edit; `undefined` if there are none.
 *
 * @throws AIError `INVALID_INPUT` naming the picture
 */
export function readEditSources({ images, mask }: GenerateImageOptions, origins: readonly string[]): EditSources | undefined {
  if (images === undefined && mask === undefined) return undefined;
  if (!Array.isArray(images) || images.length === 0 || images.length > MAX_SOURCES) {
    throw invalidInput(`images must be a list of 1 to ${MAX_SOURCES} pictures${images === undefined ? ': mask needs one' : ''}.`);
  }
  const read = (image: Parameters<typeof readImage>[0], field: string): ImageSource => {
    const source = readImage(image, field, undefined, origins);
    if (!('url' in source) && source.data.byteLength > MAX_IMAGE_BYTES)
      throw invalidInput(`${field} is larger than ${MAX_IMAGE_BYTES} bytes.`);
    return source;
  };
  return {
    images: images.map((image, index) => read(image, `images[${index}]`)),
    mask: mask === undefined ? undefined : read(mask, 'mask'),
  };
}

/** Returns the pictures of an edit as a model takes them, fetching those at an address. */
export async function loadEditSources(
  call: Call,
  { images, mask }: EditSources,
): Promise<{ files: ImageFile[]; mask: ImageFile | undefined }> {
  const loaded = await Promise.all(images.map((source) => loadImage(call, source)));
  return { files: loaded.map(toFile), mask: mask === undefined ? undefined : toFile(await loadImage(call, mask)) };
}

function toFile({ data, mimeType }: ImageBytes): ImageFile {
  return { type: 'file', data, mediaType: mimeType };
}
