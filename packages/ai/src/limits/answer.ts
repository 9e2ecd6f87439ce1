/** The most tool calls that are read out of one answer. No model makes as many; a hostile server may. */
export const MAX_TOOL_CALLS = 128;

/** The longest name or id that is read out of an answer, in characters. */
export const MAX_IDENTIFIER = 512;

/** The most pieces (texts, reasoning, files, calls) that one answer may have. */
export const MAX_PARTS = 10_000;

/** The largest token count that is believed. */
const MAX_TOKENS = 1e9;

/** The largest cost of one call that is believed, in US dollars. */
const MAX_COST = 100_000;

/** Reads a count of tokens as a server gave it; `undefined` when it cannot be one. */
export function readTokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_TOKENS ? Math.round(value) : undefined;
}

/** Reads a cost in US dollars as a server gave it; `undefined` when it cannot be one. */
export function readCostAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' && amount >= 0 && amount <= MAX_COST ? amount : undefined;
}
