import { invalidInput } from '../errors/errors.ts';
import type { ReferenceMedia, VideoGenerationOptions } from '../interface/video.ts';
import { requirePublicUrl } from '../transport/public-url.ts';
import { refuseOptions } from './video-wire.ts';

const kind = 'video-task-b';
const RATIOS = ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const RESOLUTIONS = ['480p', '720p'];
const MAX_ASSETS = 50;
const MAX_BY_TYPE = { image: 30, video: 10, audio: 10 } as const;
const MAX_MEDIA_SECONDS = 30;

/**
 * Rejects what the pinned model does not support, before anything is sent.
 *
 * @throws AIError `INVALID_INPUT` naming the field.
 */
export function checkTaskB(options: VideoGenerationOptions): void {
  refuseOptions(options, ['seed', 'fps', 'negativePrompt'], kind);
  const { durationSeconds, resolution, aspectRatio } = options;
  if (durationSeconds !== undefined && (!Number.isInteger(durationSeconds) || durationSeconds < 4 || durationSeconds > 30)) {
    throw invalidInput('durationSeconds must be a whole number from 4 to 30.', kind);
  }
  if (resolution !== undefined && !RESOLUTIONS.includes(resolution))
    throw invalidInput(`resolution must be ${RESOLUTIONS.join(' or ')}.`, kind);
  if (aspectRatio !== undefined && !RATIOS.includes(aspectRatio))
    throw invalidInput(`aspectRatio must be one of ${RATIOS.join(', ')}.`, kind);
  const assets = readAssets(options);
  if (isFrames(options, assets) && aspectRatio !== undefined && aspectRatio !== 'adaptive') {
    throw invalidInput("aspectRatio must be 'adaptive' for first and last frames: the images decide.", kind);
  }
}

/** Builds the `input` of a submission. */
export function toTaskBInput(options: VideoGenerationOptions): Record<string, unknown> {
  const assets = readAssets(options);
  const frames = isFrames(options, assets);
  const urls = (type: ReferenceMedia['type']): string[] => assets.filter((asset) => asset.type === type).map((asset) => asset.url);
  const lists = { image_urls: urls('image'), video_urls: urls('video'), audio_urls: urls('audio') };
  return {
    prompt: options.prompt,
    generation_type: assets.length === 0 ? 'text-to-video' : frames ? 'image-to-video' : 'reference-to-video',
    duration: options.durationSeconds ?? 5,
    aspect_ratio: options.aspectRatio ?? (frames ? 'adaptive' : '16:9'),
    resolution: options.resolution ?? '720p',
    generate_audio: options.generateAudio ?? true,
    ...(options.returnLastFrame === undefined ? {} : { return_last_frame: options.returnLastFrame }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}

/** One or two images and nothing else are the first and the last frame. */
function isFrames(options: VideoGenerationOptions, assets: readonly ReferenceMedia[]): boolean {
  const imagesOnly = assets.every((asset) => asset.type === 'image');
  const asReference = (options.referenceImages ?? []).some(
    (entry) => typeof entry === 'object' && 'role' in entry && entry.role === 'reference_image',
  );
  return assets.length >= 1 && assets.length <= 2 && imagesOnly && !asReference;
}

function readAssets(options: VideoGenerationOptions): ReferenceMedia[] {
  const images = (options.referenceImages ?? []).map((entry, index): ReferenceMedia => {
    const image = typeof entry === 'string' || entry instanceof Uint8Array ? entry : entry.image;
    if (typeof image !== 'string' || image.startsWith('data:')) {
      throw invalidInput(`referenceImages[${index}] must be a public HTTPS URL: ${kind} accepts neither bytes nor data: URLs.`, kind);
    }
    return { type: 'image', url: requirePublicUrl(image, `referenceImages[${index}]`).href };
  });
  const media = (options.referenceMedia ?? []).map((entry, index): ReferenceMedia => {
    if (!Object.hasOwn(MAX_BY_TYPE, entry.type))
      throw invalidInput(`referenceMedia[${index}].type must be 'image', 'video' or 'audio'.`, kind);
    return { ...entry, url: requirePublicUrl(entry.url, `referenceMedia[${index}].url`).href };
  });
  const assets = [...images, ...media];
  checkCounts(assets);
  return assets;
}

function checkCounts(assets: readonly ReferenceMedia[]): void {
  if (assets.length > MAX_ASSETS) throw invalidInput(`At most ${MAX_ASSETS} reference assets are allowed, not ${assets.length}.`, kind);
  for (const [type, most] of Object.entries(MAX_BY_TYPE)) {
    const ofType = assets.filter((asset) => asset.type === type);
    if (ofType.length > most) throw invalidInput(`At most ${most} ${type} references are allowed, not ${ofType.length}.`, kind);
    const seconds = ofType.map((asset) => asset.durationSeconds).filter((value) => value !== undefined);
    if (seconds.some((value) => !(value >= 2 && value <= MAX_MEDIA_SECONDS))) {
      throw invalidInput(`referenceMedia[].durationSeconds of ${type} must be from 2 to ${MAX_MEDIA_SECONDS}.`, kind);
    }
    if (seconds.reduce((sum, value) => sum + value, 0) > MAX_MEDIA_SECONDS) {
      throw invalidInput(`The ${type} references may last ${MAX_MEDIA_SECONDS} seconds together.`, kind);
    }
  }
}
