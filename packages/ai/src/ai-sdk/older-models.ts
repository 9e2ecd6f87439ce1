import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
  SharedV4FileData,
} from '@ai-sdk/provider';
import type { AnyLanguageModel } from '../interface/client-options.ts';

interface OlderModel {
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: unknown): PromiseLike<Record<string, unknown>>;
  doStream(options: unknown): PromiseLike<{ stream: ReadableStream<Record<string, unknown>> }>;
}

/**
 * Adapts a model of the provider specification V2 or V3 to V4: in the older versions files are bare data, a finish reason may be a string,
 * and usage may be flat.
 */
export function adaptOlderModel(model: AnyLanguageModel): LanguageModelV4 {
  const older = model as unknown as OlderModel;
  return {
    specificationVersion: 'v4',
    provider: older.provider,
    modelId: older.modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const result = await older.doGenerate(toOlderOptions(options));
      return {
        ...(result as unknown as LanguageModelV4GenerateResult),
        finishReason: toFinishReason(result['finishReason']),
        usage: toCurrentUsage(result['usage']),
      };
    },
    async doStream(options): Promise<LanguageModelV4StreamResult> {
      const { stream } = await older.doStream(toOlderOptions(options));
      return {
        stream: stream.pipeThrough(new TransformStream({ transform: (part, controller) => controller.enqueue(toCurrentPart(part)) })),
      };
    },
  };
}

function toOlderOptions(options: LanguageModelV4CallOptions): unknown {
  const { reasoning: _unknownThere, prompt, ...rest } = options;
  const older = prompt.map((message) =>
    message.role === 'user' || message.role === 'assistant'
      ? { ...message, content: message.content.map((part) => (part.type === 'file' ? { ...part, data: bareData(part.data) } : part)) }
      : message,
  );
  return { ...rest, prompt: older };
}

function bareData(data: SharedV4FileData): unknown {
  if (data.type === 'data') return data.data;
  return data.type === 'url' ? data.url : data;
}

function toCurrentPart(part: Record<string, unknown>): LanguageModelV4StreamPart {
  if (part['type'] !== 'finish') return part as unknown as LanguageModelV4StreamPart;
  return {
    ...(part as unknown as Extract<LanguageModelV4StreamPart, { type: 'finish' }>),
    finishReason: toFinishReason(part['finishReason']),
    usage: toCurrentUsage(part['usage']),
  };
}

function toFinishReason(reason: unknown): LanguageModelV4FinishReason {
  if (typeof reason === 'object' && reason !== null) return reason as LanguageModelV4FinishReason;
  const reasons = ['stop', 'length', 'content-filter', 'tool-calls', 'error'] as const;
  return { unified: reasons.find((word) => word === reason) ?? 'other', raw: typeof reason === 'string' ? reason : undefined };
}

function toCurrentUsage(usage: unknown): LanguageModelV4Usage {
  const usageFields = (typeof usage === 'object' && usage !== null ? usage : {}) as Record<string, number | object | undefined>;
  if (typeof usageFields['inputTokens'] === 'object') return usage as LanguageModelV4Usage;
  const count = (name: string): number | undefined => (typeof usageFields[name] === 'number' ? usageFields[name] : undefined);
  return {
    inputTokens: { total: count('inputTokens'), noCache: undefined, cacheRead: count('cachedInputTokens'), cacheWrite: undefined },
    outputTokens: { total: count('outputTokens'), text: undefined, reasoning: count('reasoningTokens') },
  };
}
