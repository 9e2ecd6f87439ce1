import { utf8Length } from '../../bytes/base64.ts';
import { AIError, invalidInput, notImplemented } from '../../errors/errors.ts';
import type { RankedDocument, RerankOptions, RerankResponse } from '../../interface/reranking.ts';
import { positive } from '../../limits/ceilings.ts';
import { mostSearches, pricesTokens, worstTokenCost } from '../../pricing/worst-cost.ts';
import type { Call } from '../../provider/call.ts';
import type { TextClient } from '../text-client.ts';
import { noUsage } from '../../messages/usage.ts';
import type { Ranking } from '../../wires/vendor-models.ts';
import { inputUsage } from './embed.ts';

/** The most documents of one call. */
const MAX_DOCUMENTS = 1000;

/** Ranks documents by how well they answer a query. */
export function rerank(client: TextClient, query: string, documents: readonly string[], options: RerankOptions): Promise<RerankResponse> {
  const validate = (call: Call): void => {
    client.require('reranking', 'rerank');
    if (typeof query !== 'string' || query.trim() === '') throw invalidInput('query must be a non-empty text.');
    if (!Array.isArray(documents) || documents.length === 0 || documents.length > MAX_DOCUMENTS) {
      throw invalidInput(`documents must be a list of 1 to ${MAX_DOCUMENTS} texts.`);
    }
    const fault = documents.findIndex((document) => typeof document !== 'string' || document === '');
    if (fault !== -1) throw invalidInput(`documents[${fault}] must be a non-empty text.`);
    if (positive('topN', options.topN, 1, 1) > documents.length) throw invalidInput('topN must not exceed the number of documents.');
    client.chooseModel(call, options, 'reranking');
  };
  return client.run({ operation: 'rerank', options, validate, texts: () => [query, ...documents] }, async (call) => {
    await client.resolveModel(call, 'reranking');
    // A model reads the query once per document.
    const size = documents.reduce((sum, document) => sum + utf8Length(document) + utf8Length(query), 0);
    const searches = mostSearches(query, documents);
    await call.reserve(call.model, (price, factor) => {
      if (price.perSearch !== undefined) return price.perSearch * searches * factor;
      return pricesTokens(price) ? worstTokenCost(price, size, 0, factor) : undefined;
    });
    const ranking = await ask(client, call, query, documents, options);
    call.model = ranking.model ?? call.model;
    const { tokens } = ranking;
    const price = call.price(call.model) ?? call.price(call.requestedModel);
    const counted = tokens === undefined ? undefined : client.toUsage(call, inputUsage(tokens));
    const usage =
      price?.perSearch === undefined ? counted : { ...noUsage, ...counted, cost: price.perSearch * searches * call.priceFactor };
    call.usage = usage;
    const results = readRanking(client.kind, ranking.rows, documents).slice(0, options.topN);
    return { results, model: call.model, ...(usage === undefined ? {} : { usage }) };
  });
}

async function ask(client: TextClient, call: Call, query: string, documents: readonly string[], options: RerankOptions): Promise<Ranking> {
  if (client.vendor.rerank !== undefined) return client.vendor.rerank(call, query, documents, options);
  const model = (await client.load()).reranking?.(call.model);
  if (model === undefined) throw notImplemented(client.kind, 'rerank');
  client.watch(call);
  if (!client.vendor.checksBody) call.attempts += 1;
  const result = await model.doRerank({
    query,
    documents: { type: 'text', values: [...documents] },
    abortSignal: call.signal,
    providerOptions: client.providerOptions(options),
    ...(options.topN === undefined ? {} : { topN: options.topN }),
    ...(call.headers === undefined ? {} : { headers: call.headers }),
  });
  const rows = result.ranking.map(({ index, relevanceScore }) => ({ index, score: relevanceScore }));
  return { rows, ...(result.response?.modelId === undefined ? {} : { model: result.response.modelId }) };
}

/** Validates a ranking; a server must not name a document twice, or one that does not exist. */
function readRanking(provider: string, rows: Ranking['rows'], documents: readonly string[]): RankedDocument[] {
  const seenIndexes = new Set<number>();
  const results = (rows ?? []).slice(0, documents.length + 1).map(({ index, score }): RankedDocument => {
    const document = typeof index === 'number' ? documents[index] : undefined;
    if (
      typeof index !== 'number' ||
      document === undefined ||
      seenIndexes.has(index) ||
      typeof score !== 'number' ||
      !Number.isFinite(score)
    ) {
      throw unreadable(provider);
    }
    seenIndexes.add(index);
    return { index, score, document };
  });
  if (results.length === 0) throw unreadable(provider);
  return results.toSorted((a, b) => b.score - a.score);
}

function unreadable(provider: string): AIError {
  return new AIError(`${provider}: the response contains no ranking of the documents.`, { code: 'INVALID_RESPONSE', provider });
}
