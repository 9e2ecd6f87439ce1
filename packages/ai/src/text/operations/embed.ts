import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { utf8Length } from '../../bytes/base64.ts';
import { AIError, invalidInput, notImplemented } from '../../errors/errors.ts';
import type { EmbeddingOptions } from '../../interface/options.ts';
import type { EmbeddingResponse } from '../../interface/responses.ts';
import { pricesTokens, worstTokenCost } from '../../pricing/worst-cost.ts';
import type { Call } from '../../provider/call.ts';
import type { TextClient } from '../text-client.ts';

/** Embeds texts. */
export function embed(client: TextClient, text: string | readonly string[], options: EmbeddingOptions): Promise<EmbeddingResponse> {
  const values = typeof text === 'string' ? [text] : text;
  const validate = (call: Call): void => {
    client.require('embeddings', 'embed');
    if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string' || value === '')) {
      throw invalidInput('text must be a non-empty text or a list of non-empty texts.');
    }
    client.chooseModel(call, options, 'embedding');
  };
  return client.run({ operation: 'embed', options, validate, texts: () => values }, (call) => embedWithin(client, call, values, options));
}

/** Embeds texts as part of a running call. */
export async function embedWithin(
  client: TextClient,
  call: Call,
  values: readonly string[],
  options: EmbeddingOptions,
): Promise<EmbeddingResponse> {
  const model = (await client.load()).embedding?.(await client.resolveModel(call, 'embedding'));
  if (model === undefined) throw notImplemented(client.kind, 'embed');
  const size = values.reduce((sum, value) => sum + utf8Length(value), 0);
  await call.reserve(call.model, (price, factor) => (pricesTokens(price) ? worstTokenCost(price, size, 0, factor) : undefined));
  client.watch(call);
  if (!client.vendor.checksBody) call.attempts += 1;
  const batch = (await model.maxEmbeddingsPerCall) ?? values.length;
  const embeddings: number[][] = [];
  let tokens: number | undefined;
  for (let start = 0; start < values.length; start += batch) {
    const part = values.slice(start, start + batch);
    const result = await model.doEmbed({
      values: part,
      abortSignal: call.signal,
      providerOptions: client.providerOptions(options),
      ...(call.headers === undefined ? {} : { headers: call.headers }),
      ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
    });
    if (result.embeddings.length !== part.length) {
      throw new AIError(`${client.kind}: ${result.embeddings.length} vectors were returned for ${part.length} texts.`, {
        code: 'INVALID_RESPONSE',
        provider: client.kind,
      });
    }
    embeddings.push(...result.embeddings);
    if (result.usage !== undefined) tokens = (tokens ?? 0) + result.usage.tokens;
  }
  if (tokens !== undefined) call.usage = client.toUsage(call, inputUsage(tokens));
  return { embeddings, model: call.model, ...(call.usage === undefined ? {} : { usage: call.usage }) };
}

/** The usage of a call without input or output tokens. */
export function inputUsage(tokens: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: tokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 0, text: undefined, reasoning: undefined },
  };
}
