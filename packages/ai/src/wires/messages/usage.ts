import type { JSONObject, LanguageModelV4Usage } from '@ai-sdk/provider';
import { asNumber, asObject, type Json } from '../reply.ts';

const COUNTS = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;
/** More iterations than any answer has. */
const MAX_ITERATIONS = 1000;

type Counts = Partial<Record<(typeof COUNTS)[number] | 'hour', number>>;

/**
 * Reads the usage of the Messages API. Cached tokens are counted in addition to `input_tokens`, not as part of them; thinking tokens are
 * part of `output_tokens`. If the answer took several iterations (compaction, fallbacks), all of them are billed, and the counts beside them
 * are those of the last: the larger count is taken.
 */
export function toUsage(usage: Json): LanguageModelV4Usage {
  const own = countsOf(usage);
  const list = Array.isArray(usage['iterations']) ? usage['iterations'].slice(0, MAX_ITERATIONS) : [];
  const counts = list.length === 0 ? own : larger(own, list.map((entry) => countsOf(asObject(entry))).reduce(plus, {}));
  const noCache = counts.input_tokens;
  const cacheRead = counts.cache_read_input_tokens;
  const cacheWrite = counts.cache_creation_input_tokens;
  const total = noCache === undefined ? undefined : noCache + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const searches = asNumber(asObject(usage['server_tool_use'])['web_search_requests']);
  const raw: JSONObject = {
    ...(counts.hour === undefined ? {} : { cacheWriteHour: counts.hour }),
    ...(searches === undefined ? {} : { webSearches: searches }),
    ...(usage['inference_geo'] === 'us' ? { inferenceGeo: 'us' } : {}),
  };
  return {
    inputTokens: { total, noCache, cacheRead, cacheWrite },
    outputTokens: {
      total: counts.output_tokens,
      text: undefined,
      reasoning: asNumber(asObject(usage['output_tokens_details'])['thinking_tokens']),
    },
    ...(Object.keys(raw).length === 0 ? {} : { raw }),
  };
}

function countsOf(usage: Json): Counts {
  const counts: Counts = {};
  for (const name of COUNTS) {
    const count = asNumber(usage[name]);
    if (count !== undefined && count >= 0) counts[name] = count;
  }
  const hour = asNumber(asObject(usage['cache_creation'])['ephemeral_1h_input_tokens']);
  if (hour !== undefined && hour > 0) counts.hour = hour;
  return counts;
}

function plus(a: Counts, b: Counts): Counts {
  return combine(a, b, (one, other) => one + other);
}

function larger(a: Counts, b: Counts): Counts {
  return combine(a, b, Math.max);
}

function combine(a: Counts, b: Counts, join: (one: number, other: number) => number): Counts {
  const sum: Counts = { ...a };
  for (const name of [...COUNTS, 'hour'] as const) {
    const other = b[name];
    if (other !== undefined) sum[name] = join(a[name] ?? 0, other);
  }
  return sum;
}
