/** The most tool calls that are read from one answer. No model makes as many; a hostile server might. */
export const MAX_TOOL_CALLS = 128;

/** The longest name or id that is read from an answer, in characters. */
export const MAX_IDENTIFIER = 512;

/** The most parts (texts, reasoning, files, calls) of one answer. */
export const MAX_PARTS = 10_000;

/** The largest token count that is accepted from a server. */
const MAX_TOKENS = 1e9;

/** The largest cost of one call that is accepted from a server, in US dollars. */
const MAX_COST = 100_000;

/** Parses a token count from a server; `undefined` if it is not plausible. */
export function readTokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_TOKENS ? Math.round(value) : undefined;
}

/** Parses a cost in US dollars from a server; `undefined` if it is not plausible. */
export function readCostAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' && amount >= 0 && amount <= MAX_COST ? amount : undefined;
}
