import { notImplemented } from '../../errors/errors.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../../interface/transcription.ts';
import type { Call } from '../../provider/call.ts';
import { mostMinutes, readAudio, type AudioBytes } from '../audio.ts';
import type { TextClient } from '../text-client.ts';
import { noUsage } from '../usage.ts';

/** Transcribes a recording. */
export function transcribe(client: TextClient, audio: Uint8Array, options: TranscriptionOptions): Promise<TranscriptionResponse> {
  let recording: AudioBytes | undefined;
  const validate = (call: Call): void => {
    client.require('transcription', 'transcribe');
    recording = readAudio(audio, options);
    client.chooseModel(call, options, 'transcription');
  };
  const texts = (): readonly string[] => (options.prompt === undefined ? [] : [options.prompt]);
  return client.run({ operation: 'transcribe', options, validate, texts }, async (call) => {
    const bytes = recording as AudioBytes;
    await client.resolveModel(call, 'transcription');
    await call.reserve(call.model, ({ perTranscribedMinute: price }) => (price === undefined ? undefined : price * mostMinutes(bytes)));
    if (client.vendor.transcribe === undefined) throw notImplemented(client.kind, 'transcribe');
    const response = await client.vendor.transcribe(call, bytes, options);
    const perMinute = call.price(call.requestedModel)?.perTranscribedMinute;
    const cost = perMinute === undefined || response.duration === undefined ? {} : { cost: (perMinute * response.duration) / 60 };
    const usage = response.usage === undefined && cost.cost === undefined ? undefined : { ...noUsage, ...response.usage, ...cost };
    call.usage = usage;
    return usage === undefined ? response : { ...response, usage };
  });
}
