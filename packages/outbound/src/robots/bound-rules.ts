const MAXIMUM_RULES = 20_000;
const MAXIMUM_LENGTH = 1000;
/** Matching a path against a rule takes wildcards × path length, so the total number of wildcards is limited. */
const MAXIMUM_WILDCARDS = 4000;

/**
 * Limits the cost of matching a `robots.txt`. A truncated rule forbids what its beginning forbids, and allows
 * nothing: a site with confusing rules is not visited.
 */
export function boundRules(text: string): string {
  let [rules, wildcards] = [0, 0];
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, field = '', value = ''] = /^\s*(allow|disallow)\s*:([^#]*)/i.exec(line) ?? [];
    if (field === '') return [line.slice(0, MAXIMUM_LENGTH)];
    rules += 1;
    if (rules > MAXIMUM_RULES) return [];
    const pattern = value.trim().replace(/\*+/g, '*');
    const parts = pattern.split('*');
    const remaining = MAXIMUM_WILDCARDS - wildcards;
    wildcards += Math.min(parts.length - 1, remaining);
    const short = parts
      .slice(0, remaining + 1)
      .join('*')
      .slice(0, MAXIMUM_LENGTH);
    if (short === pattern) return [`${field}: ${pattern}`];
    // An empty rule forbids nothing, so a rule that begins with a wildcard forbids everything.
    return field.toLowerCase() === 'allow' ? [] : [`${field}: ${short === '' ? '/' : short}`];
  });
  return lines.join('\n');
}
