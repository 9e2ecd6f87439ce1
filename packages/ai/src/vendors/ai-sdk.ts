import { aiSdk as description } from '../catalog/gateways.ts';
import type { LanguageModelV4, LanguageModelV4CallOptions, TranscriptionModelV4 } from '@ai-sdk/provider';
import { fromBase64 } from '../bytes/base64.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { AnyLanguageModel } from '../interface/client-options.ts';
import type { ReasoningEffort } from '../interface/options.ts';
import type { SpeechOptions, SpeechResponse } from '../interface/speech.ts';
import type { TranscriptionResponse } from '../interface/transcription.ts';
import type { Call } from '../provider/call.ts';
import { reserveSpeech } from '../speech/qwen-speech.ts';
import { runCall } from '../provider/run.ts';
import type { AudioBytes } from '../messages/audio.ts';
import { TextProvider } from '../text/text-provider.ts';
import { plainPlan, type TextVendor } from '../text/vendor.ts';
import { adaptOlderModel } from '../ai-sdk/older-models.ts';

const kind = 'custom';

function makeVendor(options: AIOptions): TextVendor {
  const { model, embeddingModel, imageModel, speechModel, transcriptionModel, rerankingModel } = options;
  if (!model && !embeddingModel && !imageModel && !speechModel && !transcriptionModel && !rerankingModel) {
    throw new AIError(
      'custom needs `model`, `embeddingModel`, `imageModel`, `speechModel`, `transcriptionModel` or `rerankingModel`: a model object of the AI SDK.',
      {
        code: 'NOT_CONFIGURED',
        provider: kind,
      },
    );
  }
  if (typeof model === 'string') {
    throw new AIError('`model` of custom must be a model object, such as openai("…"), not a name.', {
      code: 'NOT_CONFIGURED',
      provider: kind,
    });
  }
  const language = model === undefined ? undefined : toCurrent(model);
  return {
    kind,
    defaults: {
      ...(language === undefined ? {} : { chat: language.modelId }),
      ...(embeddingModel === undefined ? {} : { embedding: embeddingModel.modelId }),
      ...(imageModel === undefined ? {} : { image: imageModel.modelId }),
      ...(transcriptionModel === undefined ? {} : { transcription: transcriptionModel.modelId }),
      ...(rerankingModel === undefined ? {} : { reranking: rerankingModel.modelId }),
    },
    fetchesUrls: 'none',
    jsonMode: true,
    jsonSchema: true,
    // The model has its own transport, which cannot be inspected.
    checksBody: false,
    optionsName: undefined,
    inlinesTextFiles: true,
    ...(transcriptionModel === undefined ? {} : { transcribe: (call, audio) => transcribeBy(transcriptionModel, call, audio) }),
    load: async () => ({
      language: () => language as LanguageModelV4,
      ...(embeddingModel === undefined ? {} : { embedding: () => embeddingModel }),
      ...(imageModel === undefined ? {} : { image: () => imageModel }),
      ...(rerankingModel === undefined ? {} : { reranking: () => rerankingModel }),
    }),
    reasoning: (_model, request) => {
      const isEffortSet = request.reasoningRequested || request.effort === 'none';
      return isEffortSet && request.effort !== undefined
        ? { ...plainPlan(request), reasoning: toSpecWord(request.effort) }
        : plainPlan(request);
    },
  };
}

async function transcribeBy(model: TranscriptionModelV4, call: Call, audio: AudioBytes): Promise<TranscriptionResponse> {
  call.attempts += 1;
  const { headers } = call;
  const headerOption = headers === undefined ? {} : { headers };
  const result = await model.doGenerate({ audio: audio.data, mediaType: audio.mimeType, abortSignal: call.signal, ...headerOption });
  const segments = result.segments.map(({ text, startSecond, endSecond }) => ({ text, start: startSecond, end: endSecond }));
  return {
    text: result.text,
    model: result.response.modelId,
    ...(result.language === undefined ? {} : { language: result.language }),
    ...(result.durationInSeconds === undefined ? {} : { duration: result.durationInSeconds }),
    ...(segments.length === 0 ? {} : { segments }),
  };
}

/** The specification has no effort above `xhigh`. */
function toSpecWord(effort: ReasoningEffort): NonNullable<LanguageModelV4CallOptions['reasoning']> {
  return effort === 'max' ? 'xhigh' : effort;
}

function toCurrent(model: AnyLanguageModel): LanguageModelV4 {
  if (model.specificationVersion === 'v4') return model as LanguageModelV4;
  if (model.specificationVersion === 'v2' || model.specificationVersion === 'v3') return adaptOlderModel(model);
  throw new AIError('`model` of custom must be a language model of the AI SDK provider specification V2, V3 or V4.', {
    code: 'NOT_CONFIGURED',
    provider: kind,
  });
}

/** Any model of the AI SDK, behind this library's limits, pacing, events and errors. */
export class AISdkProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(makeVendor(options), description, options);
  }

  override synthesizeSpeech(text: string, options: SpeechOptions = {}): Promise<SpeechResponse> {
    const model = this.settings().options.speechModel;
    if (model === undefined) return super.synthesizeSpeech(text, options);
    const plan = { operation: 'synthesizeSpeech', options, model: model.modelId, texts: () => [text] };
    return runCall(this.settings(), plan, async (call) => {
      await reserveSpeech(call, text);
      call.attempts += 1;
      const { voice, language, speed, outputFormat, instructions } = options;
      const given = Object.entries({ voice, language, speed, outputFormat, instructions }).filter(([, value]) => value !== undefined);
      const result = await model.doGenerate({
        text,
        abortSignal: call.signal,
        ...(call.headers === undefined ? {} : { headers: call.headers }),
        ...(Object.fromEntries(given) as Partial<LanguageModelV4CallOptions>),
      });
      const audio = typeof result.audio === 'string' ? fromBase64(result.audio) : result.audio;
      return { audio, mimeType: `audio/${outputFormat ?? 'mpeg'}`, model: result.response.modelId };
    });
  }
}
