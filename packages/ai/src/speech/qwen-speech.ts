import { invalidInput, notImplemented } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, SpeechResponse, Voice, VoicesOptions } from '../interface/speech.ts';
import { positive } from '../limits/ceilings.ts';
import { sharedBucket, type TokenBucket } from '../pacing/token-bucket.ts';
import { BaseProvider } from '../provider/base-provider.ts';
import type { Call, CallPlan } from '../provider/call.ts';
import { runCall, validate } from '../provider/run.ts';
import { readAddress } from '../provider/settings.ts';
import { qwenSpeech } from '../catalog/media.ts';
import { checkSpeech } from './speech-options.ts';
import { SpeechStream } from './speech-stream.ts';
import { nativeWire, openaiWire, type SpeechWire } from './speech-wire.ts';

const kind = 'speech-local';
const BUCKET = { requestsPerMinute: 60, maxConcurrent: 5, burst: 5 } as const;

/** A text-to-speech server: Qwen3-TTS's own wire, or OpenAI's with `dialect: 'openai'`. */
export class QwenSpeechProvider extends BaseProvider {
  #wire: SpeechWire;
  #bucket: () => TokenBucket;

  constructor(options: AIOptions) {
    super(qwenSpeech, options);
    const base = readAddress(options.endpoint ?? options.baseUrl ?? 'http://localhost:8880', 'endpoint', kind).replace(/\/v1$/, '');
    const headers: Record<string, string> = options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {};
    this.#wire = options.dialect === 'openai' ? openaiWire(base, headers) : nativeWire(base, headers);
    const limit = options.rateLimit;
    const requestsPerMinute = positive('rateLimit.requestsPerMinute', limit?.requestsPerMinute, BUCKET.requestsPerMinute, 1);
    const maxConcurrent = positive('rateLimit.maxConcurrent', limit?.maxConcurrent, BUCKET.maxConcurrent, 1);
    const explicit = limit?.requestsPerMinute !== undefined || limit?.maxConcurrent !== undefined;
    const burst = Math.max(1, Math.min(BUCKET.burst, Math.ceil(requestsPerMinute / 12)));
    this.#bucket = () => sharedBucket(this.settings().budgetKey, { requestsPerMinute, maxConcurrent, burst }, explicit);
  }

  override get defaultModel(): string {
    return this.settings().options.defaultModel ?? (qwenSpeech.models.speech as string);
  }

  override synthesizeSpeech(text: string, options: SpeechOptions = {}): Promise<SpeechResponse> {
    const validate = (): void => this.#check(text, options);
    return this.#run({ operation: 'synthesizeSpeech', options, validate, texts: () => spokenTexts(text, options) }, async (call) => {
      await reserveSpeech(call, text);
      return this.#wire.synthesize(call, text, options);
    });
  }

  override streamSpeech(text: string, options: SpeechOptions = {}): AsyncIterableIterator<Uint8Array> {
    return new SpeechStream({
      begin: () =>
        this.begin({
          operation: 'streamSpeech',
          options,
          paced: false,
          model: options.model ?? this.defaultModel,
          validate: () => this.#check(text, options),
          texts: () => spokenTexts(text, options),
        }),
      open: async (call) => {
        validate(call);
        call.signal.throwIfAborted();
        await reserveSpeech(call, text);
        return this.#bucket().run(() => this.#wire.openStream(call, text, options), call.signal);
      },
    });
  }

  override cloneVoice(options: CloneVoiceOptions): Promise<Voice> {
    const clone = this.#wire.clone?.bind(this.#wire);
    const validate = (): void => {
      if (clone === undefined) throw notImplemented(kind, 'cloneVoice', 'The openai dialect cannot create voices.');
      if (!(options.sampleAudio instanceof Uint8Array) || options.sampleAudio.byteLength === 0) {
        throw invalidInput('sampleAudio must be bytes of a recording.');
      }
      requireText(options.name, 'name');
    };
    return this.#run({ operation: 'cloneVoice', options, validate, usageAs: false }, (call) =>
      (clone as NonNullable<typeof clone>)(call, options),
    );
  }

  override designVoice(options: DesignVoiceOptions): Promise<Voice> {
    const design = this.#wire.design?.bind(this.#wire);
    const validate = (): void => {
      if (design === undefined) throw notImplemented(kind, 'designVoice', 'The openai dialect cannot create voices.');
      requireText(options.description, 'description');
    };
    const plan = { operation: 'designVoice', options, validate, usageAs: false, texts: () => [options.description] } as const;
    return this.#run(plan, (call) => (design as NonNullable<typeof design>)(call, options));
  }

  override getVoices(options: VoicesOptions = {}): Promise<Voice[]> {
    const list = this.#wire.list?.bind(this.#wire);
    const validate = (): void => {
      if (list === undefined) throw notImplemented(kind, 'getVoices', 'The openai dialect does not list voices.');
    };
    return this.#run({ operation: 'getVoices', options, validate, usageAs: false }, (call) =>
      (list as NonNullable<typeof list>)(call, options),
    );
  }

  #run<T>(plan: CallPlan & { options: RequestOptions }, work: (call: Call) => Promise<T>): Promise<T> {
    const speechPlan = { ...plan, model: plan.options.model ?? this.defaultModel };
    return runCall(this.settings(), speechPlan, (call) => this.#bucket().run(() => work(call), call.signal));
  }

  #check(text: string, options: SpeechOptions): void {
    checkSpeech(text, options);
    this.#wire.check?.(options);
  }
}

function spokenTexts(text: string, { instructions }: SpeechOptions): string[] {
  return instructions === undefined ? [text] : [text, instructions];
}

/** Reserves the cost of speaking a text, if the client has a spending limit. */
export function reserveSpeech(call: Call, text: string): Promise<void> {
  return call.reserve(call.model, ({ speechPerMillionCharacters: price }) =>
    price === undefined ? undefined : (price * text.length) / 1_000_000,
  );
}

function requireText(value: unknown, field: string): void {
  if (typeof value !== 'string' || value.trim() === '') throw invalidInput(`${field} must be a non-empty text.`);
}
