import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { AIError, invalidInput } from '../errors/errors.ts';
import type {
  CloneVoiceOptions,
  DesignVoiceOptions,
  SpeechOptions,
  SpeechResponse,
  Voice,
  VoicesOptions,
  WordTiming,
} from '../interface/speech.ts';
import type { Call } from '../provider/call.ts';
import { MAX_PARTS } from '../limits/answer.ts';
import { readBytes } from '../transport/bounded-body.ts';
import { send, sendJson, type HttpRequest } from '../transport/http.ts';
import { readRows } from '../wires/list-models.ts';
import { asObject } from '../wires/reply.ts';
import { audioType } from './speech-options.ts';

const kind = 'speech-local';

/** A wire of a speech server. Absent members are unsupported. */
export interface SpeechWire {
  check?(options: SpeechOptions): void;
  synthesize(call: Call, text: string, options: SpeechOptions): Promise<SpeechResponse>;
  openStream(call: Call, text: string, options: SpeechOptions): Promise<Response>;
  clone?(call: Call, options: CloneVoiceOptions): Promise<Voice>;
  design?(call: Call, options: DesignVoiceOptions): Promise<Voice>;
  list?(call: Call, options: VoicesOptions): Promise<Voice[]>;
}

/** The native wire: JSON with base64 audio, raw bytes when streamed, and voices to clone, design and list. */
export function nativeWire(base: string, headers: Record<string, string>): SpeechWire {
  const post = (path: string, body: unknown): HttpRequest => ({ url: `${base}${path}`, headers, body });
  return {
    async synthesize(call, text, options) {
      const body = await sendJson(call.http, post('/v1/tts/synthesize', speechBody(call, text, options)));
      if (typeof body['audio'] !== 'string')
        throw new AIError(`${kind}: the response contains no audio.`, { code: 'INVALID_RESPONSE', provider: kind });
      return {
        audio: fromBase64(body['audio']),
        mimeType: typeof body['mime_type'] === 'string' ? body['mime_type'] : audioType(options.outputFormat),
        model: call.model,
        ...(typeof body['duration'] === 'number' ? { duration: body['duration'] } : {}),
        ...(typeof body['sample_rate'] === 'number' ? { sampleRate: body['sample_rate'] } : {}),
        ...(Array.isArray(body['word_timings']) ? { wordTimings: readTimings(body['word_timings']) } : {}),
      };
    },
    openStream: (call, text, options) => send(call.http, post('/v1/tts/stream', speechBody(call, text, options))),
    async clone(call, options) {
      const body = {
        sample_audio: toBase64(options.sampleAudio),
        sample_mime_type: options.sampleMimeType ?? 'audio/wav',
        name: options.name,
        ...pick(options, ['description', 'language', 'model']),
      };
      return toVoice(await sendJson(call.http, post('/v1/voices/clone', body)), { isCloned: true });
    },
    async design(call, options) {
      const body = pick(options, ['description', 'language', 'gender', 'name', 'model']);
      return toVoice(await sendJson(call.http, post('/v1/voices/design', body)), { isDesigned: true });
    },
    async list(call, options) {
      const query = new URLSearchParams();
      if (options.language !== undefined) query.set('language', options.language);
      if (options.gender !== undefined) query.set('gender', options.gender);
      if (options.includeCloned !== undefined) query.set('include_cloned', String(options.includeCloned));
      if (options.includeDesigned !== undefined) query.set('include_designed', String(options.includeDesigned));
      const search = query.size === 0 ? '' : `?${query}`;
      const body = await sendJson(call.http, { url: `${base}/v1/voices${search}`, headers });
      return readRows(body['voices'], kind).map((row) => toVoice(row, {}));
    },
  };
}

/** OpenAI's `/v1/audio/speech`, which most other speech servers support. It cannot create or list voices. */
export function openaiWire(base: string, headers: Record<string, string>): SpeechWire {
  const open = (call: Call, text: string, options: SpeechOptions): Promise<Response> =>
    send(call.http, {
      url: `${base}/v1/audio/speech`,
      headers,
      body: {
        model: call.model,
        input: text,
        voice: options.voice ?? 'default',
        response_format: options.outputFormat ?? 'wav',
        ...pick(options, ['speed', 'instructions']),
      },
    });
  return {
    check(options) {
      for (const name of ['pitch', 'includeWordTimings', 'language'] as const) {
        if (options[name] !== undefined) throw invalidInput(`${name} is not supported by the openai dialect; omit it.`, kind);
      }
    },
    async synthesize(call, text, options) {
      const response = await open(call, text, options);
      const mimeType = response.headers.get('content-type')?.split(';')[0] ?? audioType(options.outputFormat);
      if (!mimeType.startsWith('audio/') && mimeType !== 'application/octet-stream') {
        throw new AIError(`${kind}: the response is not audio.`, { code: 'INVALID_RESPONSE', provider: kind });
      }
      return { audio: await readBytes(response, call.http.maxBytes, kind), mimeType, model: call.model };
    },
    openStream: open,
  };
}

function speechBody(call: Call, text: string, options: SpeechOptions): Record<string, unknown> {
  return {
    text,
    model: call.model,
    output_format: options.outputFormat ?? 'wav',
    ...pick(options, ['voice', 'language', 'speed', 'pitch', 'instructions']),
    ...(options.includeWordTimings === undefined ? {} : { include_word_timings: options.includeWordTimings }),
  };
}

function readTimings(rows: readonly unknown[]): WordTiming[] {
  return rows.slice(0, MAX_PARTS).flatMap((row) => {
    const { word, start, end } = asObject(row);
    return typeof word === 'string' && typeof start === 'number' && typeof end === 'number' ? [{ word, start, end }] : [];
  });
}

function pick<T extends object>(options: T, names: readonly (keyof T & string)[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

function toVoice(body: Record<string, unknown>, requestedVoice: Partial<Voice>): Voice {
  const row = typeof body['voice'] === 'object' && body['voice'] !== null ? (body['voice'] as Record<string, unknown>) : body;
  const id = row['id'] ?? row['voice_id'];
  if (typeof id !== 'string')
    throw new AIError(`${kind}: the response contains no voice id.`, { code: 'INVALID_RESPONSE', provider: kind });
  const texts = Object.fromEntries(
    (['language', 'gender', 'description'] as const).filter((name) => typeof row[name] === 'string').map((name) => [name, row[name]]),
  );
  return {
    id,
    name: typeof row['name'] === 'string' ? row['name'] : id,
    ...texts,
    ...(typeof row['is_cloned'] === 'boolean' ? { isCloned: row['is_cloned'] } : {}),
    ...(typeof row['is_designed'] === 'boolean' ? { isDesigned: row['is_designed'] } : {}),
    ...(typeof row['sample_url'] === 'string' ? { sampleUrl: row['sample_url'] } : {}),
    ...requestedVoice,
  };
}
