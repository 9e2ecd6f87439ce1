import { notImplemented } from '../../errors/errors.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../../interface/transcription.ts';
import type { Call } from '../../provider/call.ts';
import { mostMinutes, readAudio, type AudioBytes } from '../../messages/audio.ts';
import type { TextClient } from '../text-client.ts';
import { noUsage } from '../../messages/usage.ts';

/** The shortest time that is billed: vendors bill a shorter recording as ten seconds. */
const LEAST_MINUTES = 10 / 60;

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
    await call.reserve(call.model, ({ perTranscribedMinute: price }, factor) =>
      price === undefined ? undefined : price * Math.max(mostMinutes(bytes), LEAST_MINUTES) * factor,
    );
    if (client.vendor.transcribe === undefined) throw notImplemented(client.kind, 'transcribe');
    const response = await client.vendor.transcribe(call, bytes, options);
    const perMinute = call.price(call.requestedModel)?.perTranscribedMinute;
    const minutes = response.duration === undefined ? undefined : Math.max(response.duration / 60, LEAST_MINUTES);
    const cost = perMinute === undefined || minutes === undefined ? {} : { cost: perMinute * minutes * call.priceFactor };
    const usage = response.usage === undefined && cost.cost === undefined ? undefined : { ...noUsage, ...response.usage, ...cost };
    call.usage = usage;
    return usage === undefined ? response : { ...response, usage };
  });
}
