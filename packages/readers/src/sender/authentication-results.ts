import type { HeaderLine } from '../mail/header-lines.ts';

/** One result, such as `dkim=pass header.d=letters.example`. */
export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** Such as `header.d`; lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

export interface Relay {
  /** What our relay calls itself at the beginning of its Authentication-Results. */
  readonly authservId: string;
  /** Hosts that write `Received: … by` for us. Default: the authserv-id. */
  readonly hosts?: readonly string[];
}

/**
 * The results that our relay wrote on top of the mail. The topmost header counts and no other, and only above every `Received`
 * that the relay did not write itself: what stands below came in from outside.
 *
 * @returns `null` when there is none to be believed
 */
export function relayResults(lines: readonly HeaderLine[], { authservId, hosts = [authservId] }: Relay): MethodResult[] | null {
  const ours = new Set(hosts.map((host) => host.toLowerCase()));
  for (const { name, value } of lines) {
    if (name === 'received' && !ours.has(receivedBy(value))) return null;
    if (name !== 'authentication-results') continue;
    const [head = [], ...rest] = tokensOf(value);
    const [id = '', version] = head;
    if (id.toLowerCase() !== authservId.toLowerCase() || (version !== undefined && version !== '1')) return null;
    return rest.flatMap((tokens) => resultOf(tokens) ?? []);
  }
  return null;
}

function receivedBy(value: string): string {
  const [, host = ''] = /(?:^|\s)by\s+([^\s;()]{1,255})/i.exec(withoutComments(value)) ?? [];
  return host.toLowerCase();
}

/** `dkim = pass reason = "x" header.d = a` as words, where spaces around `=` and `.` mean nothing. */
function resultOf(tokens: readonly string[]): MethodResult | undefined {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 2 < tokens.length && tokens[index + 1] === '='; index += 3) {
    pairs.push([(tokens[index] ?? '').toLowerCase(), tokens[index + 2] ?? '']);
  }
  const [first, ...properties] = pairs;
  if (!first || pairs.length * 3 !== tokens.length) return undefined;
  const known = new Map<string, string>();
  for (const [name, value] of properties) if (!known.has(name)) known.set(name, value);
  return { method: first[0].replace(/\/.*$/, ''), result: first[1].toLowerCase(), properties: known };
}

/** The words between semicolons; comments are left out, quotes undone, and `=` is a word of its own. */
function tokensOf(value: string): string[][] {
  const groups: string[][] = [[]];
  const words = withoutComments(value).matchAll(/"((?:[^"\\]|\\.)*)"|([;=])|([^\s;="]+)/g);
  for (const [, quoted, sign, word] of words) {
    if (sign === ';') groups.push([]);
    else groups.at(-1)?.push(quoted?.replaceAll(/\\(.)/g, '$1') ?? sign ?? word ?? '');
  }
  return groups;
}

/** Comments may hold comments, and quotes may hold what looks like one. One that never closes takes the rest along. */
export function withoutComments(value: string): string {
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
