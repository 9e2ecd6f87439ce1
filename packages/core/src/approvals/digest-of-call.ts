import { createHash } from 'node:crypto';

/**
 * The digest that binds a decision to a call: SHA-256, in hexadecimal, of the name of the tool and its arguments as JSON with sorted keys,
 * so that white space and the order of keys do not matter. Arguments that are not JSON are taken as text. It is the digest of
 * `digestOfCall` of `@colophon/ai`.
 */
export function digestOfCall(name: string, args: string): string {
  return createHash('sha256')
    .update(`${name}\n${canonical(args)}`)
    .digest('hex');
}

function canonical(args: string): string {
  try {
    return JSON.stringify(args.trim() === '' ? {} : JSON.parse(args), sortedKeys);
  } catch {
    // Not JSON, or nested too deeply.
    return `text:${args}`;
  }
}

function sortedKeys(_name: string, value: unknown): unknown {
  // JSON has no form for them, and would write null.
  if (value === Infinity || value === -Infinity) return { number: String(value) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // A list of pairs, because an object lists numeric keys first.
  return { '\u0000': Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
