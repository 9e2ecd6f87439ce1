import type { RequestOptions } from './options.ts';

/** An image that a video starts with, ends with or follows. */
export interface ReferenceImage {
  image: Uint8Array | string;
  mimeType?: string;
  role?: 'first_frame' | 'last_frame' | 'reference_image';
}

/** A reference that a video should follow. `url` is a public HTTPS address. */
export interface ReferenceMedia {
  type: 'image' | 'video' | 'audio';
  url: string;
  /** Seconds, for video and audio. */
  durationSeconds?: number;
}

/** The input of a video. */
export interface VideoGenerationOptions extends RequestOptions {
  prompt: string;
  durationSeconds?: number;
  /** `480p`, `720p`, `1080p`, or `1280x720` for kinds that use sizes. */
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

/** The status of a job. */
export type VideoJobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** The cost of a job, if the provider reports it. */
export interface VideoBilling {
  credits?: number;
  status?: 'reserved' | 'charged' | 'refunded' | 'unknown';
  rawStatus?: string;
}

/** Identifies a job. Plain JSON: store it anywhere and poll from another process. */
export interface VideoJobHandle {
  jobId: string;
  provider: string;
  model: string;
  /** ISO 8601. */
  createdAt: string;
  billing?: VideoBilling;
}

/** The result of a poll. */
export interface VideoJobStatus {
  status: VideoJobState;
  /** The provider's own status. An unknown one counts as `running`. */
  rawStatus?: string;
  /** Between 0 and 100, if the provider reports it. */
  progress?: number;
  error?: { code?: string; message: string };
  billing?: VideoBilling;
  /** When the address of the result expires, ISO 8601. */
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
