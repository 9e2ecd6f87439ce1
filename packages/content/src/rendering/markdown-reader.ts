import { parseMarkdown } from './parse-markdown.ts';

/** The properties of a Markdown node that are used. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly url?: string;
  readonly title?: string | null;
  readonly children?: readonly Node[];
}

/** Inline nodes; any other node is a block. */
const INLINE = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'linkReference', 'image', 'imageReference', 'html']);

/** The implementation of `shownText` for Markdown; imported only on use. */
export function readMarkdown(markdown: string): string {
  const shown: string[] = [];
  const behind: string[] = [];
  // No recursion: the nesting depth of a text is up to its author.
  const waiting: (Node | string)[] = [parseMarkdown(markdown) as Node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      shown.push(next);
      continue;
    }
    const { type, value, alt, url, title, children = [] } = next;
    const around = INLINE.has(type) ? '' : '\n';
    shown.push(around, value ?? alt ?? '');
    behind.push(...[url, title].filter((each) => typeof each === 'string'));
    waiting.push(around);
    for (const child of children.toReversed()) waiting.push(child);
  }
  return [shown.join('').trim(), ...behind].join('\n');
}
