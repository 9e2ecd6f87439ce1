import { invalidInput } from '../errors/errors.ts';
import type { ReferenceImage, VideoGenerationOptions } from '../interface/video.ts';

/**
 * Assigns a role to every reference image. Without roles, one image is the first frame, two are the first and the last, and more are
 * examples to follow.
 */
export function normaliseReferences(options: VideoGenerationOptions): (ReferenceImage & { role: NonNullable<ReferenceImage['role']> })[] {
  const given = options.referenceImages ?? [];
  if (!Array.isArray(given)) throw invalidInput('referenceImages must be a list.');
  const images = (given as readonly (ReferenceImage | Uint8Array | string)[]).map((entry) =>
    typeof entry === 'string' || entry instanceof Uint8Array ? { image: entry } : entry,
  );
  return images.map((entry, index) => ({ ...entry, role: entry.role ?? roleOf(index, images.length) }));
}

function roleOf(index: number, count: number): NonNullable<ReferenceImage['role']> {
  if (count > 2) return 'reference_image';
  return index === 0 ? 'first_frame' : 'last_frame';
}
