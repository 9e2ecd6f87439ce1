import { AIError } from '../errors/errors.ts';
import type { ModelPrice } from '../interface/client-options.ts';
import type { ProviderOptions } from '../interface/options.ts';

/** Fields of the vendors' requests that do not change the price of a call beyond what is reserved for it. */
const NEUTRAL: ReadonlySet<string> = new Set([
  'anthropic_beta',
  'anthropic_version',
  'betas',
  'cache_control',
  'detail',
  'dimensions',
  'disable_parallel_tool_use',
  'effort',
  'encoding_format',
  'frequency_penalty',
  'image_detail',
  'include',
  'include_reasoning',
  'include_thoughts',
  'instructions',
  'keep_alive',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'media_resolution',
  'metadata',
  'min_p',
  'num_ctx',
  'options',
  'output_config',
  'output_format',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'reasoning_config',
  'reasoning_effort',
  'reasoning_format',
  'reasoning_summary',
  'repetition_penalty',
  'response_format',
  'safe_prompt',
  'safety_identifier',
  'safety_settings',
  'seed',
  'send_reasoning',
  'stop',
  'stop_sequences',
  'store',
  'stream_options',
  'strict_json_schema',
  'structured_outputs',
  'task_type',
  'temperature',
  'text_verbosity',
  'thinking',
  'thinking_config',
  'title',
  'tool_choice',
  'top_k',
  'top_logprobs',
  'top_p',
  'truncate',
  'truncation',
  'user',
  'user_id',
  'verbosity',
]);

/** Values that are what a vendor does without the option. */
const DEFAULTS: ReadonlySet<string> = new Set([
  'inference_geo=global',
  'n=1',
  'service_tier=auto',
  'service_tier=default',
  'service_tier=standard',
  'service_tier=standard_only',
  'speed=standard',
]);

/** Headers that change no price: who calls, by which key, and how the call is traced. */
const NEUTRAL_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'anthropic-beta',
  'anthropic-version',
  'api-key',
  'authorization',
  'baggage',
  'http-referer',
  'idempotency-key',
  'openai-organization',
  'openai-project',
  'referer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-api-key',
  'x-client-request-id',
  'x-correlation-id',
  'x-goog-api-client',
  'x-goog-api-key',
  'x-goog-user-project',
  'x-request-id',
  'x-title',
]);

/** What a call asks of its vendor beyond the common options. */
export interface OptionsToPrice {
  /** The names under which the vendor reads its options; `undefined`: all. */
  names: readonly string[] | undefined;
  sets: readonly (ProviderOptions | undefined)[];
  /** Fields and headers that the caller declares not to change the price. */
  neutral: ReadonlySet<string>;
  /** Values among the defaults that mean another price for some accounts of this vendor. */
  unfixed?: ReadonlySet<string>;
  /** The headers that the client and the call add. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** An option whose effect on the price is not known. */
export interface UnpricedOption {
  option: string;
}

/** What the options of a call multiply its price by, or the option whose price is not known. */
export function priceFactor(price: ModelPrice, { names, sets, neutral, unfixed, headers = {} }: OptionsToPrice): number | UnpricedOption {
  let factor = 1;
  for (const [name, value] of Object.entries(headers)) {
    const header = name.toLowerCase();
    if (NEUTRAL_HEADERS.has(header) || neutral.has(header) || neutral.has(name)) continue;
    const own = factorOf(price, `${header}=${value}`);
    if (own === undefined) return { option: `headers.${name}`.slice(0, 120) };
    factor *= Math.max(1, own);
  }
  for (const options of sets) {
    for (const [vendor, fields] of Object.entries(options ?? {})) {
      if (names !== undefined && !names.includes(vendor)) continue;
      for (const [name, value] of Object.entries(fields ?? {})) {
        const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        if (value === undefined || value === null || value === false || NEUTRAL.has(field) || neutral.has(field) || neutral.has(name))
          continue;
        const setting = `${field}=${isPlain(value) ? value : ''}`;
        const own = factorOf(price, setting);
        if (own !== undefined) factor *= Math.max(1, own);
        else if (!DEFAULTS.has(setting) || unfixed?.has(setting) === true)
          return { option: `providerOptions.${vendor}.${name}`.slice(0, 120) };
      }
    }
  }
  return factor;
}

function factorOf({ factors }: ModelPrice, setting: string): number | undefined {
  return factors !== undefined && Object.hasOwn(factors, setting) ? factors[setting] : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Creates the error for an option that may cost more than what can be reserved. */
export function optionUnpriced(provider: string, { option }: UnpricedOption): AIError {
  return new AIError(
    `${provider}: ${option} may change the price of the call, by how much is not known, so the spending limit refuses it. Give its factor in \`factors\` of the model's price, or name it in \`neutralOptions\` of the limit if it costs nothing.`,
    { code: 'PRICE_UNKNOWN', provider },
  );
}

/** A tool that the vendor itself runs, in the form of the provider specification. */
interface ServerTool {
  type: string;
  name?: string;
  id?: string;
  args?: Readonly<Record<string, unknown>>;
}

/**
 * The maximum cost of the tools that the vendor runs itself: each search costs its fee, and what it finds is read as input, at most a whole
 * context each time. Such a tool has a price only if the number of its uses is limited.
 */
export function worstToolCost(price: ModelPrice, tools: readonly ServerTool[] | undefined): number | UnpricedOption {
  let cost = 0;
  for (const tool of tools ?? []) {
    if (tool.type === 'function') continue;
    const name = (tool.id ?? tool.name ?? tool.type).slice(0, 80);
    const uses = tool.args?.['maxUses'] ?? tool.args?.['max_uses'];
    const isBounded = typeof uses === 'number' && Number.isInteger(uses) && uses >= 0 && price.contextTokens !== undefined;
    if (!/web_?search/i.test(name) || price.perWebSearch === undefined || !isBounded) return { option: `the tool ${name}` };
    const rate =
      price.long === undefined ? price : { ...price, inputPerMillion: Math.max(price.inputPerMillion, price.long.inputPerMillion) };
    cost +=
      uses *
      (price.perWebSearch + ((price.contextTokens ?? 0) * Math.max(rate.inputPerMillion, rate.cacheWritePerMillion ?? 0)) / 1_000_000);
  }
  return cost;
}

/** The price of one generated image; without a size, that of the most expensive one. `undefined` if the size has no price. */
export function imagePrice({ perImage }: ModelPrice, size?: string): number | undefined {
  if (perImage === undefined || typeof perImage === 'number') return perImage;
  if (size === undefined) return Math.max(...Object.values(perImage));
  return Object.hasOwn(perImage, size) ? perImage[size] : undefined;
}
