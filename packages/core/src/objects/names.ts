/** `ContentDocument` → `content_document`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** `content_governance_policies` or `runReviewAction` → `content-governance-policies`, `run-review-action`. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}

/** Returns the words of a name: `setStatuses` or `ContentDocument` gives `set statuses`, `content document`. */
export function wordsOf(name: string): string {
  return snakeCase(name).replaceAll('_', ' ');
}

/** Returns the English plural by the regular rules; set an irregular one with `table`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(name)) return `${name}es`;
  return `${name}s`;
}

/** Returns the singular of a result of `plural`: `tag_aliases` → `tag_alias`, `policies` → `policy`. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh|as|us)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
