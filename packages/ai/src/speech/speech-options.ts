import { invalidInput } from '../errors/errors.ts';
import type { SpeechOptions } from '../interface/speech.ts';

/** Validates the input of speech synthesis; throws `INVALID_INPUT` naming the field. */
export function checkSpeech(text: string, options: SpeechOptions): void {
  if (typeof text !== 'string' || text.trim() === '') throw invalidInput('text must be a non-empty text.');
  requireRange(options.speed, 'speed', 0.5, 2);
  requireRange(options.pitch, 'pitch', -20, 20);
  if (options.outputFormat !== undefined && !['wav', 'mp3', 'ogg'].includes(options.outputFormat)) {
    throw invalidInput("outputFormat must be 'wav', 'mp3' or 'ogg'.");
  }
}

/** The media type of an audio format. */
export function audioType(format: SpeechOptions['outputFormat'] = 'wav'): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`;
}

function requireRange(value: number | undefined, name: string, least: number, most: number): void {
  if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) return;
  throw invalidInput(`${name} must be a number from ${least} to ${most}.`);
}
