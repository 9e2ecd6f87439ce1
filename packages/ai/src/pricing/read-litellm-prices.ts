import type { ModelPrice } from '../interface/client-options.ts';
import type { PriceEntry, PriceProblem, ReadTable } from './read-table.ts';
import { kindsOf } from './table-providers.ts';

type Json = Readonly<Record<string, unknown>>;

/** The units of the table, and what an amount is multiplied by here. */
const UNITS: Readonly<Record<string, readonly [name: keyof ModelPrice, factor: number]>> = {
  input_cost_per_token: ['inputPerMillion', 1e6],
  output_cost_per_token: ['outputPerMillion', 1e6],
  output_cost_per_reasoning_token: ['outputPerMillion', 1e6],
  cache_read_input_token_cost: ['cachedInputPerMillion', 1e6],
  cache_creation_input_token_cost: ['cacheWritePerMillion', 1e6],
  cache_creation_input_token_cost_above_1hr: ['cacheWriteHourPerMillion', 1e6],
  output_cost_per_image: ['perImage', 1],
  output_cost_per_video_per_second: ['perVideoSecond', 1],
  input_cost_per_character: ['speechPerMillionCharacters', 1e6],
  input_cost_per_query: ['perSearch', 1],
};
/** Units of the modes in which a second is one of audio or of video. */
const SECONDS: Readonly<Record<string, readonly [name: keyof ModelPrice, factor: number]>> = {
  audio_transcription: ['perTranscribedMinute', 60],
  video_generation: ['perVideoSecond', 1],
};
/** Costs of what this library does not send without refusing it under a limit, or of which the larger unit is read. */
const NOT_USED =
  /(?:audio|_batches$|_per_image_token|_per_video(?!_per_second)|_per_pixel|search_context_cost|code_interpreter|computer_use|file_search|vector_store|citation_cost|_dbu_|^input_cost_per_image|character_above|regional_processing|provider_specific|ocr_cost|annotation_cost)/;
const ABOVE = /_above_(\d+)k_tokens$/;

/** Reads the table of LiteLLM: an object with one entry for each model, in US dollars for one token, image, character or second. */
export function readLitellmPrices(table: object): ReadTable {
  const entries: PriceEntry[] = [];
  const problems: PriceProblem[] = [];
  for (const [key, value] of Object.entries(table)) {
    if (key === 'sample_spec' || typeof value !== 'object' || value === null) continue;
    const row = value as Json;
    const provider = String(row['litellm_provider']);
    const kinds = kindsOf(provider);
    if (kinds.length === 0) continue;
    // Keys with a size in front are other rows of a model that has one of its own.
    const model = key.startsWith(`${provider}/`) ? key.slice(provider.length + 1) : key.replace(/^(?:gemini|vertex_ai)\//, '');
    const price = readRow(row);
    for (const kind of kinds) {
      if (typeof price === 'string') problems.push({ kind, model, outcome: 'refused', reason: price });
      else entries.push({ kind, model, price });
    }
  }
  return { entries, problems };
}

function readRow(row: Json): ModelPrice | string {
  const base: Record<string, number> = {};
  const long: Record<string, number> = {};
  const tiers: Record<string, number> = {};
  let aboveTokens: number | undefined;
  for (const [field, value] of Object.entries(row)) {
    if (!field.includes('cost') || NOT_USED.test(field) || value === null) continue;
    const tier = /_(priority|flex)$/.exec(field)?.[1];
    const above = ABOVE.exec(field.replace(/_(?:priority|flex)$/, ''))?.[1];
    const plain = field.replace(/_(?:priority|flex)$/, '').replace(ABOVE, '');
    const unit = plain.endsWith('cost_per_second') ? SECONDS[String(row['mode'])] : Object.hasOwn(UNITS, plain) ? UNITS[plain] : undefined;
    if (unit === undefined) return `the unit ${field.slice(0, 60)} is not known`;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return `${field} is not a number, or below 0`;
    const [name, factor] = unit;
    // Converted to the price of a million, without the noise of the multiplication.
    const amount = Number((value * factor).toPrecision(12));
    if (tier !== undefined) tiers[`${tier}:${name}`] = Math.max(tiers[`${tier}:${name}`] ?? 0, amount);
    else if (above === undefined) base[name] = Math.max(base[name] ?? 0, amount);
    else {
      long[name] = Math.max(long[name] ?? 0, amount);
      aboveTokens = Math.min(aboveTokens ?? Infinity, Number(above) * 1000);
    }
  }
  if (Object.keys(base).length === 0) return 'there is no price';
  const price: ModelPrice = { inputPerMillion: 0, outputPerMillion: 0, ...base };
  if (aboveTokens !== undefined)
    price.long = { aboveTokens, inputPerMillion: price.inputPerMillion, outputPerMillion: price.outputPerMillion, ...base, ...long };
  const context = row['max_input_tokens'];
  if (typeof context === 'number' && context > 0) price.contextTokens = context;
  const factors = factorsOf(tiers, base);
  return factors === undefined ? price : { ...price, factors };
}

/** What a service tier multiplies the price by: its largest ratio. */
function factorsOf(tiers: Readonly<Record<string, number>>, base: Readonly<Record<string, number>>): Record<string, number> | undefined {
  const factors: Record<string, number> = {};
  for (const [key, amount] of Object.entries(tiers)) {
    const [tier, name = ''] = key.split(':');
    const plain = base[name];
    if (plain === undefined || plain === 0) continue;
    const setting = `service_tier=${tier}`;
    factors[setting] = Math.max(factors[setting] ?? 0, Number((amount / plain).toPrecision(6)));
  }
  return Object.keys(factors).length === 0 ? undefined : factors;
}
