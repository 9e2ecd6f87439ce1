import type { RequestOptions } from './options.ts';

/** Options of `synthesizeSpeech` and `streamSpeech`. */
export interface SpeechOptions extends RequestOptions {
  voice?: string;
  /** For example `en`. */
  language?: string;
  /** 0.5 to 2; 1 is the voice's normal speed. */
  speed?: number;
  /** -20 to 20 semitones. */
  pitch?: number;
  outputFormat?: 'wav' | 'mp3' | 'ogg';
  includeWordTimings?: boolean;
  instructions?: string;
}

/** The time of a spoken word, in seconds from the start. */
export interface WordTiming {
  word: string;
  start: number;
  end: number;
}

/** Synthesized speech. */
export interface SpeechResponse {
  audio: Uint8Array;
  mimeType: string;
  /** Seconds, if the server reports it. */
  duration?: number;
  sampleRate?: number;
  wordTimings?: WordTiming[];
  model?: string;
}

/** A voice of a speech server. */
export interface Voice {
  id: string;
  name: string;
  language?: string;
  gender?: string;
  description?: string;
  isCloned?: boolean;
  isDesigned?: boolean;
  sampleUrl?: string;
}

/** Options of `cloneVoice`. */
export interface CloneVoiceOptions extends RequestOptions {
  sampleAudio: Uint8Array;
  sampleMimeType?: string;
  name: string;
  description?: string;
  language?: string;
}

/** Options of `designVoice`. */
export interface DesignVoiceOptions extends RequestOptions {
  description: string;
  language?: string;
  gender?: string;
  name?: string;
}

/** Filters of `getVoices`. */
export interface VoicesOptions extends RequestOptions {
  language?: string;
  gender?: string;
  includeCloned?: boolean;
  includeDesigned?: boolean;
}
