import type { ModelPrice } from '../interface/client-options.ts';
import type { PriceEntry, PriceProblem, ReadTable } from './read-table.ts';
import { kindsOf } from './table-providers.ts';

type Json = Readonly<Record<string, unknown>>;
type Rate = Omit<ModelPrice, 'long' | 'next'>;

/** The units of the table that have a price here; all are US dollars per million tokens. */
const UNITS: Readonly<Record<string, keyof Rate & `${string}PerMillion`>> = {
  input_mtok: 'inputPerMillion',
  output_mtok: 'outputPerMillion',
  cache_read_mtok: 'cachedInputPerMillion',
  cache_write_mtok: 'cacheWritePerMillion',
};
/** Units of media that are not sent as text; calls with them are not priced by this table. */
const OTHER_MEDIA = new Set(['input_audio_mtok', 'output_audio_mtok', 'cache_audio_read_mtok', 'input_image_mtok', 'output_image_mtok']);

/** Reads the table of genai-prices: a list of providers with their models. */
export function readGenaiPrices(providers: readonly unknown[], today: string): ReadTable {
  const entries: PriceEntry[] = [];
  const problems: PriceProblem[] = [];
  let date: string | undefined;
  for (const provider of providers) {
    const { id, models } = asObject(provider);
    for (const entry of Array.isArray(models) ? (models as unknown[]) : []) {
      const model = asObject(entry);
      const checked = model['prices_checked'];
      if (typeof checked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(checked) && checked > (date ?? '')) date = checked;
      const price = readPrices(model['prices'], today);
      for (const kind of kindsOf(String(id))) {
        for (const name of namesOf(model)) {
          if (typeof price === 'string') problems.push({ kind, model: name, outcome: 'refused', reason: price });
          else entries.push({ kind, model: name, price: withContext(price, model['context_window']) });
        }
      }
    }
  }
  return { entries, problems, ...(date === undefined ? {} : { date }) };
}

/** The id of a model, and the other ids that the table gives it exactly. */
function namesOf(model: Json): string[] {
  const names = new Set<string>();
  if (typeof model['id'] === 'string') names.add(model['id']);
  const match = asObject(model['match']);
  const clauses = [match, ...(Array.isArray(match['or']) ? (match['or'] as unknown[]).map(asObject) : [])];
  for (const { equals } of clauses) if (typeof equals === 'string') names.add(equals);
  return [...names];
}

/** The price on a day, with the next one that is announced; a text says why there is none. */
function readPrices(value: unknown, today: string): ModelPrice | string {
  if (!Array.isArray(value)) return readPrice(value);
  let current: ModelPrice | string = 'there is no price';
  let next: ModelPrice['next'];
  const unclear: ModelPrice[] = [];
  for (const item of value as unknown[]) {
    const { constraint, prices } = asObject(item);
    const price = readPrice(prices);
    if (typeof price === 'string') return price;
    const start = asObject(constraint)['start_date'];
    if (constraint === undefined || constraint === null) current = price;
    // A price for some hours or requests only: the call may cost any of them.
    else if (typeof start !== 'string') unclear.push(price);
    else if (start <= today) current = price;
    else if (next === undefined || start < next.from) next = { from: start, ...price };
  }
  if (unclear.length > 0) current = unclear.reduce(dearest, typeof current === 'string' ? (unclear[0] as ModelPrice) : current);
  if (typeof current === 'string') return current;
  return next === undefined ? current : { ...current, next };
}

function readPrice(value: unknown): ModelPrice | string {
  const base: Record<string, number> = {};
  const above: Record<string, number> = {};
  let aboveTokens: number | undefined;
  for (const [unit, amount] of Object.entries(asObject(value))) {
    if (OTHER_MEDIA.has(unit) || amount === null) continue;
    const name = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    if (name === undefined) return `the unit ${unit.slice(0, 60)} is not known`;
    const tiered = typeof amount === 'object' ? asObject(amount) : undefined;
    const first = tiered === undefined ? amount : tiered['base'];
    if (!isPrice(first)) return `${unit} is not a number, or below 0`;
    base[name] = Number(first);
    for (const tier of Array.isArray(tiered?.['tiers']) ? (tiered['tiers'] as unknown[]) : []) {
      const { start, price } = asObject(tier);
      if (!isPrice(price) || typeof start !== 'number' || !(start > 0)) return `a tier of ${unit} is not a number, or below 0`;
      above[name] = Math.max(above[name] ?? 0, Number(price), Number(first));
      aboveTokens = Math.min(aboveTokens ?? Infinity, start);
    }
  }
  if (base['inputPerMillion'] === undefined) return 'there is no price for input';
  const rate = { inputPerMillion: 0, outputPerMillion: 0, ...base };
  return aboveTokens === undefined ? rate : { ...rate, long: { aboveTokens, ...rate, ...above } };
}

/** The higher of two prices, amount by amount. */
function dearest(a: ModelPrice, b: ModelPrice): ModelPrice {
  const merged: Record<string, unknown> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const other = merged[name];
    if (typeof amount === 'number') merged[name] = typeof other === 'number' ? Math.max(other, amount) : amount;
    else merged[name] ??= amount;
  }
  return merged as unknown as ModelPrice;
}

function withContext(price: ModelPrice, context: unknown): ModelPrice {
  return typeof context === 'number' && context > 0 ? { ...price, contextTokens: context } : price;
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
