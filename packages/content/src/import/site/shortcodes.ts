/** Built-in shortcodes of WordPress. Any other word in brackets may be plain text, like `[sic]`. */
const OF_WORDPRESS = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption']);

const WORDPRESS = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]<>]{0,2000})?)\/?\]/gi;
const HUGO = /\{\{[<%]\s*(\/?)\s*([\w./-]{1,100})/g;
const LIQUID_TAG = /\{%-?\s*([a-z_]\w{0,60})/gi;
const LIQUID_OUTPUT = /\{\{-?([^{}]{1,500})\}\}/g;
const LIQUID_FILTER = /\|\s*(\w{1,60})/;

/** The number of occurrences of each name. */
export type NameCounts = ReadonlyMap<string, number>;

/**
 * Returns the WordPress shortcodes in a text: the built-in ones, and words in brackets with attributes, a hyphen or underscore,
 * or a closing shortcode.
 *
 * @example
 * wordpressShortcodes('[gallery ids="1,2"] [sic]'); // Map { 'gallery' → 1 }
 */
export function wordpressShortcodes(text: string): NameCounts {
  const counts = new Map<string, { count: number; isCertain: boolean }>();
  for (const [, closing = '', name = '', attributes = ''] of text.matchAll(WORDPRESS)) {
    const key = name.toLowerCase();
    const entry = counts.get(key) ?? { count: 0, isCertain: OF_WORDPRESS.has(key) || /[_-]/.test(key) };
    if (closing === '') entry.count += 1;
    if (closing !== '' || /=/.test(attributes)) entry.isCertain = true;
    counts.set(key, entry);
  }
  return new Map([...counts].flatMap(([name, { count, isCertain }]) => (isCertain && count > 0 ? [[name, count]] : [])));
}

/** Returns the Hugo shortcodes in a text: `{{< figure … >}}` and `{{% notice %}}`. */
export function hugoShortcodes(text: string): NameCounts {
  return counted([...text.matchAll(HUGO)].flatMap(([, closing, name = '']) => (closing === '' ? [name] : [])));
}

/** Returns the Liquid tags and outputs in a text, as used by Jekyll: `{% include x %}` and `{{ site.title }}`. */
export function liquidTags(text: string): NameCounts {
  const tags = [...text.matchAll(LIQUID_TAG)].map(([, name = '']) => name).filter((name) => !name.startsWith('end'));
  const output = [...text.matchAll(LIQUID_OUTPUT)].map(([, inner = '']) => outputName(inner.trim()));
  return counted([...tags, ...output]);
}

/** An output is reported by its name, `site.title`; a quoted string by its filter. */
function outputName(inner: string): string {
  const name = /^[a-z_][\w.-]{0,100}/i.exec(inner)?.[0];
  if (name !== undefined) return `{{ ${name} }}`;
  const filter = LIQUID_FILTER.exec(inner)?.[1];
  return filter === undefined ? '{{ … }}' : `{{ … | ${filter} }}`;
}

function counted(names: readonly string[]): NameCounts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
