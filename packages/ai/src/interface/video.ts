import type { RequestOptions } from './options.ts';

/** An image that a video starts from, ends with or follows. */
export interface ReferenceImage {
  image: Uint8Array | string;
  mimeType?: string;
  role?: 'first_frame' | 'last_frame' | 'reference_image';
}

/** Something that a video should follow. `url` is a public HTTPS address. */
export interface ReferenceMedia {
  type: 'image' | 'video' | 'audio';
  url: string;
  /** Seconds, for video and audio. */
  durationSeconds?: number;
}

/** What to render. */
export interface VideoGenerationOptions extends RequestOptions {
  prompt: string;
  durationSeconds?: number;
  /** `480p`, `720p`, `1080p`, or `1280x720` for kinds that take sizes. */
  resolution?: string;
  /** `16:9`, `adaptive` and so on. */
  aspectRatio?: string;
  generateAudio?: boolean;
  referenceImages?: readonly (ReferenceImage | Uint8Array | string)[];
  referenceMedia?: readonly ReferenceMedia[];
  negativePrompt?: string;
  seed?: number;
  fps?: number;
  returnLastFrame?: boolean;
}

/** Where a job stands. */
export type VideoJobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Money side of a job, where the provider reports it. */
export interface VideoBilling {
  credits?: number;
  status?: 'reserved' | 'charged' | 'refunded' | 'unknown';
  rawStatus?: string;
}

/** Names a job. Plain JSON: store it anywhere and poll from another process. */
export interface VideoJobHandle {
  jobId: string;
  provider: string;
  model: string;
  /** ISO 8601. */
  createdAt: string;
  billing?: VideoBilling;
}

/** The answer to a poll. */
export interface VideoJobStatus {
  status: VideoJobState;
  /** The provider's own word. One this library does not know counts as `running`. */
  rawStatus?: string;
  /** Between 0 and 100, where the provider says so. */
  progress?: number;
  error?: { code?: string; message: string };
  billing?: VideoBilling;
  /** When the result's address stops working, ISO 8601. */
  resultExpiresAt?: string;
}

/** The finished video. */
export interface VideoResult {
  data?: Uint8Array;
  url?: string;
  mimeType: string;
  durationSeconds?: number;
  expiresAt?: string;
  lastFrameUrl?: string;
}
