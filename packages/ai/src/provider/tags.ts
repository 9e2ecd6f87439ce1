import { redactSecrets } from '../errors/redact.ts';

const MAX_TAGS = 32;
const MAX_NAME = 64;
const MAX_VALUE = 256;
// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * Merges a client's tags with a call's (the call's win) and makes them safe to log: text only, bounded, without control characters, and
 * never a credential.
 */
export function mergeTags(
  shared: Record<string, string> | undefined,
  own: Record<string, string> | undefined,
  secrets: readonly string[],
): Record<string, string> | undefined {
  if (shared === undefined && own === undefined) return undefined;
  const tags: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of Object.entries({ ...shared, ...own })) {
    if (count >= MAX_TAGS) break;
    if (typeof value !== 'string' || name === '__proto__') continue;
    tags[clean(name, MAX_NAME, secrets)] = clean(value, MAX_VALUE, secrets);
    count += 1;
  }
  return tags;
}

function clean(text: string, length: number, secrets: readonly string[]): string {
  return redactSecrets(text.replace(CONTROL, ''), secrets).slice(0, length);
}
