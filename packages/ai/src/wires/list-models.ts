import { AIError } from '../errors/errors.ts';
import type { AIModel } from '../interface/responses.ts';
import type { Call } from '../provider/call.ts';
import { sendJson } from '../transport/http.ts';

/** Lists the models of an OpenAI-shaped `GET /models`. */
export async function listOpenAIModels(call: Call, baseUrl: string, headers: Record<string, string>): Promise<AIModel[]> {
  const body = await sendJson(call.http, { url: `${baseUrl}/models`, headers });
  return readRows(body['data'], call.settings.kind).flatMap((row) => {
    const id = row['id'];
    if (typeof id !== 'string') return [];
    const shutdownDate = row['shutdown_date'];
    return [
      {
        id,
        name: typeof row['name'] === 'string' ? row['name'] : id,
        ...(typeof shutdownDate === 'string' ? { shutdownDate, lifecycle: 'deprecated' } : {}),
        ...(typeof row['context_length'] === 'number' ? { contextLength: row['context_length'] } : {}),
      },
    ];
  });
}

/** Reads a string of an answer. */
export function asText(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/**
 * Reads a list of objects from an answer.
 *
 * @throws AIError `INVALID_RESPONSE` if there is no list.
 */
export function readRows(value: unknown, provider: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new AIError(`${provider}: the response contains no list.`, { code: 'INVALID_RESPONSE', provider });
  return value.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
}
