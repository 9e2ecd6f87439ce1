import type { RequestOptions } from './options.ts';
import type { TokenUsage } from './responses.ts';

/** Options of `transcribe`. */
export interface TranscriptionOptions extends RequestOptions {
  /** For example `audio/mpeg`. Read from the bytes when absent. */
  mimeType?: string;
  /** The language that is spoken, for example `en`. */
  language?: string;
  /** Names and terms that may occur. */
  prompt?: string;
  /** Asks for the times of segments, which only some models give. */
  timestamps?: boolean;
}

/** A stretch of speech, in seconds from the start. */
export interface TranscriptionSegment {
  text: string;
  start: number;
  end: number;
}

/** What was said. */
export interface TranscriptionResponse {
  text: string;
  model?: string;
  language?: string;
  /** Seconds of sound, where the provider says so. */
  duration?: number;
  segments?: TranscriptionSegment[];
  usage?: TokenUsage;
}
