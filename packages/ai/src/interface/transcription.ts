import type { RequestOptions } from './options.ts';
import type { TokenUsage } from './responses.ts';

/** Options of `transcribe`. */
export interface TranscriptionOptions extends RequestOptions {
  /** For example `audio/mpeg`. Default: detected from the bytes. */
  mimeType?: string;
  /** The spoken language, for example `en`. */
  language?: string;
  /** Names and terms that may occur. */
  prompt?: string;
  /** Requests segment times, which only some models provide. */
  timestamps?: boolean;
}

/** A segment of speech, in seconds from the start. */
export interface TranscriptionSegment {
  text: string;
  start: number;
  end: number;
}

/** The transcript. */
export interface TranscriptionResponse {
  text: string;
  model?: string;
  language?: string;
  /** Seconds of audio, if the provider reports it. */
  duration?: number;
  segments?: TranscriptionSegment[];
  usage?: TokenUsage;
}
