import { AIError } from '../../errors/errors.ts';
import type { TranscriptionOptions, TranscriptionResponse, TranscriptionSegment } from '../../interface/transcription.ts';
import { MAX_PARTS } from '../../limits/answer.ts';
import type { Call } from '../../provider/call.ts';
import { audioFileName, type AudioBytes } from '../../messages/audio.ts';
import { toUsage } from '../../messages/usage.ts';
import { sendJson } from '../../transport/http.ts';

/** Transcribes a recording over OpenAI's `/audio/transcriptions`. */
export async function transcribeByOpenAIWire(
  call: Call,
  server: { baseUrl: string; headers: Record<string, string> },
  audio: AudioBytes,
  options: TranscriptionOptions,
): Promise<TranscriptionResponse> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(audio.data)], { type: audio.mimeType }), audioFileName(audio));
  form.append('model', call.model);
  form.append('response_format', options.timestamps === true ? 'verbose_json' : 'json');
  if (options.timestamps === true) form.append('timestamp_granularities[]', 'segment');
  // The newest models accept hints of several languages under another name.
  if (options.language !== undefined)
    form.append(/gpt-(?:live-)?transcribe/.test(call.model) ? 'languages[]' : 'language', options.language);
  if (options.prompt !== undefined) form.append('prompt', options.prompt);
  const body = await sendJson(call.http, { url: `${server.baseUrl}/audio/transcriptions`, headers: server.headers, form });
  if (typeof body['text'] !== 'string') {
    throw new AIError(`${call.settings.kind}: the response contains no text.`, { code: 'INVALID_RESPONSE', provider: call.settings.kind });
  }
  const segments = readSegments(body['segments']);
  const usage = (body['usage'] ?? {}) as Record<string, unknown>;
  const tokens = toUsage({
    inputTokens: { total: usage['input_tokens'] as number, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage['output_tokens'] as number, text: undefined, reasoning: undefined },
  });
  const duration = [body['duration'], usage['seconds']].map(Number).find((seconds) => seconds > 0 && seconds < 1e6);
  return {
    text: body['text'],
    model: call.model,
    ...(typeof body['language'] === 'string' ? { language: body['language'].slice(0, 40) } : {}),
    ...(duration === undefined ? {} : { duration }),
    ...(segments.length === 0 ? {} : { segments }),
    ...(tokens === undefined ? {} : { usage: tokens }),
  };
}

function readSegments(value: unknown): TranscriptionSegment[] {
  const rows = (Array.isArray(value) ? value.slice(0, MAX_PARTS) : []) as (Record<string, unknown> | null)[];
  return rows.flatMap((row) => {
    const { text, start, end } = row ?? {};
    return typeof text === 'string' && typeof start === 'number' && typeof end === 'number' ? [{ text: text.trim(), start, end }] : [];
  });
}
