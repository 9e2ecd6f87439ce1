import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content, LanguageModelV4FinishReason } from '@ai-sdk/provider';
import type { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { Message } from '../interface/messages.ts';
import type { AIProvider } from '../interface/provider.ts';
import { AISdkProvider } from '../vendors/ai-sdk.ts';
import { fromPrompt } from '../ai-sdk/from-call-options.ts';
import { estimateTokens } from '../messages/estimate-tokens.ts';

/** A scripted answer. */
export type FakeAnswer =
  | string
  | { content?: string; toolCalls?: readonly { name: string; arguments: object }[]; finishReason?: 'stop' | 'length' }
  | { error: AIError };

/** The answers in order, or a function that returns each for a conversation. */
export type FakeScript = readonly FakeAnswer[] | ((messages: readonly Message[], call: number) => FakeAnswer);

/** A provider that answers from a script, and records its calls. */
export type FakeAI = AIProvider & { readonly calls: readonly (readonly Message[])[] };

/**
 * Creates a provider for tests: without network and key, and with the same limits, events and errors as the real ones. The last
 * answer of a list is repeated.
 *
 * @example
 * const ai = createFakeAI(['Hello.']);
 * await ai.message('Hi'); // 'Hello.'
 * ai.calls[0]; // [{ role: 'user', content: 'Hi' }]
 */
export function createFakeAI(script: FakeScript, options: AIOptions = {}): FakeAI {
  const calls: (readonly Message[])[] = [];
  const answer = (call: LanguageModelV4CallOptions): Exclude<FakeAnswer, string | { error: AIError }> => {
    const messages = fromPrompt(call.prompt, 'custom').map(flatten);
    calls.push(messages);
    const index = calls.length - 1;
    const next = typeof script === 'function' ? script(messages, index) : (script[Math.min(index, script.length - 1)] ?? '');
    if (typeof next === 'string') return { content: next };
    if ('error' in next) throw next.error;
    return next;
  };
  const provider = new AISdkProvider({ ...options, model: fakeModel(answer), embeddingModel: fakeEmbeddings() });
  return Object.defineProperty(provider, 'calls', { get: () => calls }) as unknown as FakeAI;
}

function fakeModel(answer: (call: LanguageModelV4CallOptions) => Exclude<FakeAnswer, string | { error: AIError }>): LanguageModelV4 {
  const generate = async (call: LanguageModelV4CallOptions) => {
    call.abortSignal?.throwIfAborted();
    const { content = '', toolCalls = [], finishReason = 'stop' } = answer(call);
    const parts: LanguageModelV4Content[] = content === '' ? [] : [{ type: 'text', text: content }];
    for (const [index, tool] of toolCalls.entries()) {
      const toolCallId = `call_${index}_${crypto.randomUUID()}`;
      parts.push({ type: 'tool-call', toolCallId, toolName: tool.name, input: JSON.stringify(tool.arguments) });
    }
    const unified: LanguageModelV4FinishReason['unified'] = toolCalls.length > 0 ? 'tool-calls' : finishReason;
    return { content: parts, finishReason: { unified, raw: undefined }, usage: fakeUsage(call, content, toolCalls), warnings: [] };
  };
  return {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'fake-model',
    supportedUrls: {},
    doGenerate: generate,
    async doStream(call) {
      const { content, finishReason, usage } = await generate(call);
      const stream = new ReadableStream({
        start(controller) {
          for (const part of content) {
            if (part.type !== 'text') controller.enqueue(part);
            else
              for (const delta of part.text.match(/\s*\S+\s*$|\s*\S+/g) ?? [part.text])
                controller.enqueue({ type: 'text-delta', id: '0', delta });
          }
          controller.enqueue({ type: 'finish', finishReason, usage });
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/** Returns vectors of length one that are equal for equal texts. */
function fakeEmbeddings(): NonNullable<AIOptions['embeddingModel']> {
  return {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'fake-embedding',
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    async doEmbed({ values }) {
      const embeddings = values.map((value) => {
        const raw = [0, 1, 2, 3].map((offset) =>
          Array.from(value).reduce((sum, letter, index) => sum + letter.charCodeAt(0) * ((index + offset) % 4), 1),
        );
        const length = Math.hypot(...raw);
        return raw.map((number) => number / length);
      });
      return { embeddings, usage: { tokens: values.reduce((sum, value) => sum + estimateTokens(value), 0) }, warnings: [] };
    },
  };
}

function fakeUsage(call: LanguageModelV4CallOptions, content: string, toolCalls: readonly unknown[] = []) {
  const input = estimateTokens(JSON.stringify(call.prompt));
  const output = estimateTokens(content) + (toolCalls.length === 0 ? 0 : estimateTokens(JSON.stringify(toolCalls)));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

/** A message with a single text part is recorded as that text. */
function flatten(message: Message): Message {
  const [only] = Array.isArray(message.content) ? message.content : [];
  return Array.isArray(message.content) && message.content.length === 1 && only?.type === 'text'
    ? { ...message, content: only.text }
    : message;
}
