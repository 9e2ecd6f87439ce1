/** A tag of sanitized HTML. */
export interface Tag {
  /** In lower case, with a slash before that of a closing one. */
  readonly name: string;
  /** Its attributes as written, in order, with escaped values; undefined for one without a value. */
  readonly attributes: Map<string, string | undefined>;
  readonly at: number;
  readonly text: string;
}

/**
 * Every tag, with its attributes: values are in double quotes. A `<` in the text is escaped, but not in a value: what looks like a tag there
 * is a part of the tag around it, which is why all tags are matched, and never only those of one kind.
 */
const TAG = /<(\/?[a-z][\w-]*)((?:\s+[a-z_:@][\w:.-]*(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s+([a-z_:@][\w:.-]*)(?:="([^"]*)")?/gi;

/** The tags of sanitized HTML, in order. */
export function* tagsOf(html: string): Generator<Tag, void, undefined> {
  for (const { 0: text, 1: name = '', 2: given = '', index: at } of html.matchAll(TAG))
    yield { name: name.toLowerCase(), attributes: attributesOf(given), at, text };
}

/** Changes tags of sanitized HTML; `change` returns undefined for one that stays as it is. */
export function withTags(html: string, change: (tag: Tag) => ReadonlyMap<string, string | undefined> | undefined): string {
  return html.replaceAll(TAG, (text: string, name: string, given: string, at: number) => {
    const attributes = change({ name: name.toLowerCase(), attributes: attributesOf(given), at, text });
    return attributes === undefined ? text : `<${name}${[...attributes].map(written).join('')}>`;
  });
}

function attributesOf(given: string): Map<string, string | undefined> {
  return new Map(Array.from(given.matchAll(ATTRIBUTE), ([, name = '', value]) => [name.toLowerCase(), value]));
}

function written([name, value]: readonly [string, string | undefined]): string {
  return value === undefined ? ` ${name}` : ` ${name}="${value}"`;
}
