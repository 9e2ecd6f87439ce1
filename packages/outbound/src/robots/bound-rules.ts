const MAXIMUM_RULES = 20_000;
const MAXIMUM_LENGTH = 1000;
/** Comparing a path with a rule takes as long as wildcards × length of the path, so all rules together have so many. */
const MAXIMUM_WILDCARDS = 4000;

/**
 * Bounds what a `robots.txt` costs to compare with. A rule that is cut short forbids what its beginning forbids, and allows
 * nothing: a site that means to confuse is left alone.
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
    const left = MAXIMUM_WILDCARDS - wildcards;
    wildcards += Math.min(parts.length - 1, left);
    const short = parts
      .slice(0, left + 1)
      .join('*')
      .slice(0, MAXIMUM_LENGTH);
    if (short === pattern) return [`${field}: ${pattern}`];
    // A rule of nothing forbids nothing, so one that begins with a wildcard forbids all.
    return field.toLowerCase() === 'allow' ? [] : [`${field}: ${short === '' ? '/' : short}`];
  });
  return lines.join('\n');
}
