import type { RerankOptions } from '../interface/reranking.ts';
import type { Call } from '../provider/call.ts';
import type { Ranking } from './vendor-models.ts';
import { sendJson } from '../transport/http.ts';
import { asNumber, asObject, readModel } from './reply.ts';

/** Ranks documents over the `/rerank` route that most vendors have in common. */
export async function rerankByCommonWire(
  call: Call,
  server: { baseUrl: string; headers: Record<string, string> },
  query: string,
  documents: readonly string[],
  { topN }: RerankOptions,
): Promise<Ranking> {
  const body = { model: call.model, query, documents, top_n: topN, return_documents: false };
  const reply = await sendJson(call.http, { url: `${server.baseUrl}/rerank`, headers: server.headers, body });
  const rows = Array.isArray(reply['results']) ? (reply['results'] as unknown[]).map(asObject) : undefined;
  const model = readModel(reply);
  const tokens = asNumber(asObject(reply['usage'])['prompt_tokens']) ?? asNumber(asObject(reply['usage'])['total_tokens']);
  return {
    rows: rows?.map((row) => ({ index: row['index'], score: row['relevance_score'] })),
    ...(model === undefined ? {} : { model }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}
