/** Those of WordPress itself; of others, a word in brackets alone is text like `[sic]`. */
const OF_WORDPRESS = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption']);

const WORDPRESS = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]<>]{0,2000})?)\/?\]/gi;
const HUGO = /\{\{[<%]\s*(\/?)\s*([\w./-]{1,100})/g;
const LIQUID_TAG = /\{%-?\s*([a-z_]\w{0,60})/gi;
const LIQUID_OUTPUT = /\{\{-?([^{}]{1,500})\}\}/g;
const LIQUID_FILTER = /\|\s*(\w{1,60})/;

/** How often each name occurs. */
export type NameCounts = ReadonlyMap<string, number>;

/**
 * The shortcodes of WordPress in a text: those of its own, and words in brackets that have attributes, a hyphen or underscore,
 * or a closing one.
 *
 * @example
 * wordpressShortcodes('[gallery ids="1,2"] [sic]'); // Map { 'gallery' → 1 }
 */
export function wordpressShortcodes(text: string): NameCounts {
  const found = new Map<string, { count: number; isCertain: boolean }>();
  for (const [, closing = '', name = '', attributes = ''] of text.matchAll(WORDPRESS)) {
    const key = name.toLowerCase();
    const entry = found.get(key) ?? { count: 0, isCertain: OF_WORDPRESS.has(key) || /[_-]/.test(key) };
    if (closing === '') entry.count += 1;
    if (closing !== '' || /=/.test(attributes)) entry.isCertain = true;
    found.set(key, entry);
  }
  return new Map([...found].flatMap(([name, { count, isCertain }]) => (isCertain && count > 0 ? [[name, count]] : [])));
}

/** The shortcodes of Hugo in a text: `{{< figure … >}}` and `{{% notice %}}`. */
export function hugoShortcodes(text: string): NameCounts {
  return counted([...text.matchAll(HUGO)].flatMap(([, closing, name = '']) => (closing === '' ? [name] : [])));
}

/** The tags and output of Liquid in a text, as Jekyll runs them: `{% include x %}` and `{{ site.title }}`. */
export function liquidTags(text: string): NameCounts {
  const tags = [...text.matchAll(LIQUID_TAG)].map(([, name = '']) => name).filter((name) => !name.startsWith('end'));
  const output = [...text.matchAll(LIQUID_OUTPUT)].map(([, inner = '']) => outputName(inner.trim()));
  return counted([...tags, ...output]);
}

/** `site.title` by its name; a text in quotes by the filter that it goes through. */
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
