import type { HeaderLine } from '../mail/header-block.ts';
import { type MethodResult, methodResults } from './method-results.ts';

export type { MethodResult } from './method-results.ts';

export interface Relay {
  /** What our relay calls itself at the beginning of its Authentication-Results. */
  readonly authservId: string;
  /** Hosts that write `Received: … by` for us. Default: the authserv-id. */
  readonly hosts?: readonly string[];
}

/**
 * The results that our relay wrote on top of the mail. Believed are headers that begin with `Authentication-Results: `, our id
 * and a semicolon, to the letter, since that is what a relay takes out of mail from outside; above the first `Received`, or
 * above the second where our relay wrote the first. Several that stand together are read together.
 *
 * @returns `null` when there is none to be believed, or any other could be taken for ours
 */
export function relayResults(lines: readonly HeaderLine[], { authservId, hosts = [authservId] }: Relay): MethodResult[] | null {
  const id = authservId.toLowerCase();
  const end = endOfOurs(lines, new Set(hosts.map((host) => host.toLowerCase())));
  const results: MethodResult[] = [];
  let found = 0;
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
    found += 1;
  }
  const isTwice = results.filter(({ method }) => method === 'dmarc').length > 1;
  return found === 0 || isTwice ? null : results;
}

/** Below which header none is ours. */
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

/** Read loosely: whatever any program could take for a header of ours. */
function couldBeOurs({ value }: HeaderLine, id: string): boolean {
  return (
    withoutComments(value)
      .replaceAll(/["\\\s]/g, '')
      .toLowerCase()
      .startsWith(id) || value.toLowerCase().includes(id)
  );
}

/** Comments may hold comments, and quotes may hold what looks like one. One that never closes takes the rest along. */
function withoutComments(value: string): string {
  let [depth, isQuoted, kept] = [0, false, ''];
  for (let index = 0; index < value.length; index += 1) {
    const sign = value[index] ?? '';
    if (sign === '\\') {
      if (depth === 0) kept += sign + (value[index + 1] ?? '');
      index += 1;
    } else if (sign === '"' && depth === 0) {
      isQuoted = !isQuoted;
      kept += sign;
    } else if (!isQuoted && sign === '(') depth += 1;
    else if (!isQuoted && sign === ')' && depth > 0) {
      depth -= 1;
      kept += ' ';
    } else if (depth === 0) kept += sign;
  }
  return kept;
}
