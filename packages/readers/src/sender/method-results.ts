/** One result, such as `dkim=pass header.d=letters.example`. */
export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** Such as `header.d`; lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

const BLANK = /[ \t]+/y;
const COMMENT = /[ \t]*\([^()\\]*\)/y;
const METHOD = /([a-z][a-z0-9-]*)(?:\/1)?=([a-z]+)(?=[ \t;]|$)/iy;
const PROPERTY = /(reason|[a-z]+\.[a-z0-9_-]+)=(?:"([^"\\]*)"|([^\s;"()\\]+))(?=[ \t;]|$)/iy;

/**
 * Parses the results of an Authentication-Results header after its id and the first semicolon. Supports the subset of RFC 8601
 * §2.2 that relays use: comments without nesting, quotes without escapes, and no blanks around `=` and `.`.
 *
 * @param text unfolded
 * @returns `null` for any other syntax
 */
export function methodResults(text: string): MethodResult[] | null {
  if (/^[ \t]*none[ \t]*$/i.test(text)) return [];
  const results: MethodResult[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const skip = (): void => {
    while (take(COMMENT) ?? take(BLANK));
  };
  for (;;) {
    skip();
    const [, method = '', result = ''] = take(METHOD) ?? [];
    if (method === '') return null;
    const properties = new Map<string, string>();
    for (;;) {
      skip();
      const property = take(PROPERTY);
      if (!property) break;
      const name = (property[1] ?? '').toLowerCase();
      if (properties.has(name)) return null;
      properties.set(name, property[2] ?? property[3] ?? '');
    }
    results.push({ method: method.toLowerCase(), result: result.toLowerCase(), properties });
    if (at === text.length) return results;
    if (text[at] !== ';') return null;
    at += 1;
  }
}
