import type { HeaderLine } from '../mail/header-block.ts';
import { type MethodResult, methodResults } from './method-results.ts';

export type { MethodResult } from './method-results.ts';

export interface Relay {
  /** The authserv-id at the beginning of our relay's Authentication-Results. */
  readonly authservId: string;
  /** Host names in `Received: … by` headers of our own servers. Default: the authserv-id. */
  readonly hosts?: readonly string[];
}

/**
 * Returns the results that our relay added at the top of the mail. Only headers that begin exactly with `Authentication-Results:
 * `, our id and a semicolon are trusted, because a relay removes these from incoming mail; and only above the first `Received`,
 * or above the second if our relay wrote the first. Several adjacent headers are combined.
 *
 * @returns `null` if there are none to trust, or another header could be mistaken for ours
 */
export function relayResults(lines: readonly HeaderLine[], { authservId, hosts = [authservId] }: Relay): MethodResult[] | null {
  const id = authservId.toLowerCase();
  const end = endOfOurs(lines, new Set(hosts.map((host) => host.toLowerCase())));
  const results: MethodResult[] = [];
  let count = 0;
  let isBelowForeign = false;
  for (const [index, line] of lines.entries()) {
    if (line.name !== 'authentication-results') continue;
    if (!couldBeOurs(line, id)) {
      isBelowForeign = true;
      continue;
    }
    const prefix = `authentication-results: ${id};`;
    const text = line.raw.replaceAll('\r\n', '');
    if (index >= end || isBelowForeign || !text.toLowerCase().startsWith(prefix)) return null;
    const read = methodResults(text.slice(prefix.length));
    if (!read) return null;
    results.push(...read);
    count += 1;
  }
  const isTwice = results.filter(({ method }) => method === 'dmarc').length > 1;
  return count === 0 || isTwice ? null : results;
}

/** Returns the index of the first header that our relay did not write. */
function endOfOurs(lines: readonly HeaderLine[], hosts: ReadonlySet<string>): number {
  const received = lines.flatMap(({ name }, index) => (name === 'received' ? [index] : []));
  const [first, second] = received;
  if (first === undefined) return lines.length;
  return hosts.has(receivedBy(lines[first]?.value ?? '')) ? (second ?? lines.length) : first;
}

function receivedBy(value: string): string {
  const [, host = ''] = /(?:^|\s)by\s+([^\s;()]{1,255})/i.exec(withoutComments(value)) ?? [];
  return host.toLowerCase();
}

/** Lenient on purpose: matches whatever any parser could take for a header of ours. */
function couldBeOurs({ value }: HeaderLine, id: string): boolean {
  return (
    withoutComments(value)
      .replaceAll(/["\\\s]/g, '')
      .toLowerCase()
      .startsWith(id) || value.toLowerCase().includes(id)
  );
}

/** Comments can be nested, and quoted strings can contain parentheses. An unclosed comment extends to the end. */
function withoutComments(value: string): string {
  let [depth, isQuoted, output] = [0, false, ''];
  for (let index = 0; index < value.length; index += 1) {
    const sign = value[index] ?? '';
    if (sign === '\\') {
      if (depth === 0) output += sign + (value[index + 1] ?? '');
      index += 1;
    } else if (sign === '"' && depth === 0) {
      isQuoted = !isQuoted;
      output += sign;
    } else if (!isQuoted && sign === '(') depth += 1;
    else if (!isQuoted && sign === ')' && depth > 0) {
      depth -= 1;
      output += ' ';
    } else if (depth === 0) output += sign;
  }
  return output;
}
