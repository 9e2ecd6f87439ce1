import { invalidInput } from '../errors/errors.ts';
import type { TranscriptionOptions } from '../interface/transcription.ts';

/** The largest accepted recording. */
const MAX_AUDIO_BYTES = 100 * 1024 * 1024;
/** The minimum number of bytes per second of speech in any usual format. */
const LEAST_BYTES_PER_SECOND = 750;

/** A recording in memory. */
export interface AudioBytes {
  data: Uint8Array;
  mimeType: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
};

/**
 * Validates a recording and its options.
 *
 * @throws AIError `INVALID_INPUT` naming the field
 */
export function readAudio(audio: unknown, options: TranscriptionOptions): AudioBytes {
  if (!(audio instanceof Uint8Array) || audio.byteLength === 0) throw invalidInput('audio must be the bytes of a recording.');
  if (audio.byteLength > MAX_AUDIO_BYTES) throw invalidInput(`audio is larger than ${MAX_AUDIO_BYTES} bytes; send it in parts.`);
  const mimeType = options.mimeType ?? sniffAudio(audio);
  if (mimeType === undefined || !/^(?:audio|video)\/[\w.+-]+$/.test(mimeType)) {
    throw invalidInput("the type of audio is not known. Specify it, for example mimeType: 'audio/mpeg'.");
  }
  for (const name of ['language', 'prompt'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'string') throw invalidInput(`${name} must be a text.`);
  }
  return { data: audio, mimeType };
}

/** The file name sent with a recording: servers detect its type from the extension. */
export function audioFileName({ mimeType }: AudioBytes): string {
  return `audio.${EXTENSIONS[mimeType] ?? mimeType.slice(mimeType.indexOf('/') + 1).replace(/^x-/, '')}`;
}

/** The maximum duration of a recording, in minutes, by its size. */
export function mostMinutes({ data }: AudioBytes): number {
  return data.byteLength / LEAST_BYTES_PER_SECOND / 60;
}

/** Detects the type of a recording from its first bytes. A file of the MP4 family counts as sound. */
export function sniffAudio(data: Uint8Array): string | undefined {
  const head = String.fromCharCode(...data.subarray(0, 12));
  if (head.startsWith('RIFF') && head.slice(8) === 'WAVE') return 'audio/wav';
  if (head.startsWith('ID3') || /^\u00ff[\u00e2-\u00fb]/.test(head)) return 'audio/mpeg';
  if (head.startsWith('OggS')) return 'audio/ogg';
  if (head.startsWith('fLaC')) return 'audio/flac';
  if (head.startsWith('\u001aE\u00df\u00a3')) return 'audio/webm';
  return head.slice(4, 8) === 'ftyp' ? 'audio/mp4' : undefined;
}
