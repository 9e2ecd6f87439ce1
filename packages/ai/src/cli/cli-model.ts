import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { AIError, AuthenticationError } from '../errors/errors.ts';
import { PartCollector } from '../text/collector.ts';
import { estimateTokens } from '../messages/estimate-tokens.ts';
import { parseJson } from '../transport/http.ts';
import { readLines } from '../transport/lines.ts';
import { startProgram, type RunningProgram } from './run-program.ts';
import { toTranscript } from './transcript.ts';

const kind = 'cli-subscription';

interface CliLine {
  type?: string;
  event?: { type?: string; delta?: { type?: string; text?: string } };
  message?: { model?: string };
  is_error?: boolean;
  subtype?: string;
  result?: string;
  usage?: { input_tokens?: number; output_tokens?: number; cache_read_input_tokens?: number; cache_creation_input_tokens?: number };
}

/**
 * A model behind an installed command. The command has no output ceiling, so its output is counted as it arrives and the command is stopped
 * at the ceiling.
 */
export function cliModel(program: () => Promise<string>, model: string): LanguageModelV4 {
  const open = async (options: LanguageModelV4CallOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> => {
    const reasoning = Number(options.providerOptions?.['cli']?.['thinkingTokens'] ?? 0);
    const ceiling = options.maxOutputTokens ?? 0;
    const args = [
      '--print',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-partial-messages',
      '--max-turns',
      '1',
      '--model',
      model,
    ];
    const environment = { MAX_THINKING_TOKENS: String(reasoning), CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(ceiling) };
    const running = await startProgram(await program(), args, toTranscript(options.prompt), environment, options.abortSignal);
    return toParts(running, ceiling);
  };
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    supportedUrls: {},
    async doGenerate(options) {
      const parts = new PartCollector();
      const reader = (await open(options)).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) parts.add(read.value);
      parts.finish();
      const { content, finishReason = { unified: 'other', raw: undefined }, usage = toUsage(undefined, 0) } = parts;
      return { content, finishReason, usage, warnings: [], response: { modelId: parts.model ?? model } };
    },
    doStream: async (options) => ({ stream: await open(options) }),
  };
}

function toParts(running: RunningProgram, ceiling: number): ReadableStream<LanguageModelV4StreamPart> {
  const lines = readLines(running.output);
  let text = '';
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await lines.next();
          if (done) throw await failure(running);
          const line = parseJson(value) as CliLine | undefined;
          const delta = line?.event?.delta?.type === 'text_delta' ? line.event.delta.text : undefined;
          if (line?.message?.model !== undefined) controller.enqueue({ type: 'response-metadata', modelId: line.message.model });
          if (line?.type === 'result') return finish(controller, line, text);
          if (delta === undefined || delta === '') continue;
          text += delta;
          controller.enqueue({ type: 'text-delta', id: '0', delta });
          if (estimateTokens(text) < ceiling) return;
          running.kill();
          controller.enqueue({
            type: 'finish',
            finishReason: { unified: 'length', raw: 'counted' },
            usage: toUsage(undefined, estimateTokens(text)),
          });
          return controller.close();
        }
      },
      cancel: () => running.kill(),
    },
    { highWaterMark: 0 },
  );
}

function finish(controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>, line: CliLine, text: string): void {
  if (line.is_error === true) throw resultError(line);
  // Versions that send no partial text deliver the whole text here.
  if (text === '' && line.result) controller.enqueue({ type: 'text-delta', id: '0', delta: line.result });
  controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: line.subtype }, usage: toUsage(line.usage, undefined) });
  controller.close();
}

function resultError(line: CliLine): AIError {
  // The command reports a missing sign-in only as prose.
  if (/\/login|not logged in|authenticat/i.test(line.result ?? '')) {
    return new AuthenticationError(`${kind}: the assistant is not signed in. Run it once and sign in.`, { provider: kind });
  }
  return new AIError(`${kind}: the assistant ended with an error (${(line.subtype ?? 'unknown').slice(0, 60)}).`, {
    code: 'CLI_ERROR',
    provider: kind,
  });
}

async function failure(running: RunningProgram): Promise<AIError> {
  const code = await running.exit.catch(() => undefined);
  if (/\/login|not logged in|authenticat/i.test(running.errors())) return resultError({ result: running.errors() });
  return new AIError(`${kind}: the assistant exited without an answer (exit code ${code ?? 'unknown'}).`, {
    code: 'CLI_ERROR',
    provider: kind,
  });
}

function toUsage(usage: CliLine['usage'], counted: number | undefined): LanguageModelV4Usage {
  const cached = usage?.cache_read_input_tokens ?? 0;
  const input = usage?.input_tokens === undefined ? undefined : usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return {
    inputTokens: { total: input, noCache: usage?.input_tokens, cacheRead: cached || undefined, cacheWrite: undefined },
    outputTokens: { total: usage?.output_tokens ?? counted, text: undefined, reasoning: undefined },
  };
}
