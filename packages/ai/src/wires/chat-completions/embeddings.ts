import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { AIError } from '../../errors/errors.ts';
import { parseJson } from '../../transport/http.ts';
import { postJson } from '../post.ts';
import { toHeaders } from '../chat-model.ts';
import type { CompatibleServer } from './model.ts';

/** The most texts per request on OpenAI's wire. */
const MAX_TEXTS = 2048;

/** An embedding model over OpenAI's wire. */
export function embeddingsModel(server: CompatibleServer, model: string): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    maxEmbeddingsPerCall: MAX_TEXTS,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal, headers, ...options }) {
      const dimensions = (options as { dimensions?: number }).dimensions;
      const response = await postJson({
        ...server,
        url: `${server.baseUrl}/embeddings`,
        headers: { ...server.headers, ...toHeaders(headers) },
        body: { ...options.providerOptions?.['wire'], model, input: values, encoding_format: 'float', dimensions },
        signal: abortSignal,
      });
      const reply = parseJson(await response.text()) as { data?: unknown; usage?: { prompt_tokens?: unknown } } | undefined;
      const embeddings = readVectors(reply?.data, server.kind);
      const tokens = reply?.usage?.prompt_tokens;
      return { embeddings, warnings: [], ...(typeof tokens === 'number' ? { usage: { tokens } } : {}) };
    },
  };
}

/** Reads the rows in the order of their `index`, which may differ from the order of arrival. */
function readVectors(data: unknown, kind: string): number[][] {
  const rows = (Array.isArray(data) ? data : []) as { index?: unknown; embedding?: unknown }[];
  const sorted = rows.every((row) => typeof row?.index === 'number') ? rows.toSorted((a, b) => Number(a.index) - Number(b.index)) : rows;
  const vectors = sorted.map((row) => row?.embedding);
  if (Array.isArray(data) && vectors.every(isVector)) return vectors as number[][];
  throw new AIError(`${kind}: the response contains no vectors.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** Whether a value is a list of numbers. */
export function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number' && Number.isFinite(entry));
}
