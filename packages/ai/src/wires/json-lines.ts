import { AIError } from '../errors/errors.ts';
import type { Call } from '../provider/call.ts';
import { parseJson, send } from '../transport/http.ts';
import { readLines } from '../transport/lines.ts';
import { asObject, type Json } from './reply.ts';

/**
 * Reads a file of one JSON object per line, as it arrives.
 *
 * @throws AIError `INVALID_RESPONSE` for an invalid line
 */
export async function* fetchJsonLines(call: Call, url: string, headers: Record<string, string>): AsyncGenerator<Json> {
  const response = await send(call.http, { url, headers });
  if (response.body === null) return;
  for await (const line of readLines(response.body)) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (typeof value !== 'object' || value === null) {
      const provider = call.settings.kind;
      throw new AIError(`${provider}: the responses of the batch could not be parsed.`, { code: 'INVALID_RESPONSE', provider });
    }
    yield asObject(value);
  }
}
