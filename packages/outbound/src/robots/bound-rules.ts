/** Comparing a path with a rule takes as long as wildcards × length of the path: these keep all rules together cheap. */
const MAXIMUM_RULES = 5000;
const MAXIMUM_WILDCARDS = 10;
const MAXIMUM_LENGTH = 1000;

/**
 * Bounds what a `robots.txt` costs to compare with. A rule that is too long forbids what its beginning forbids, and allows
 * nothing: a site that means to confuse is left alone.
 */
export function boundRules(text: string): string {
  let rules = 0;
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, field = '', value = ''] = /^\s*(allow|disallow)\s*:([^#]*)/i.exec(line) ?? [];
    if (field === '') return [line.slice(0, MAXIMUM_LENGTH)];
    rules += 1;
    if (rules > MAXIMUM_RULES) return [];
    const pattern = value.trim().replace(/\*+/g, '*');
    const short = pattern.split('*').slice(0, MAXIMUM_WILDCARDS).join('*').slice(0, MAXIMUM_LENGTH);
    if (short === pattern) return [`${field}: ${pattern}`];
    return field.toLowerCase() === 'allow' ? [] : [`${field}: ${short}`];
  });
  return lines.join('\n');
}
