import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** What is looked at of a node of Markdown. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly url?: string;
  readonly title?: string | null;
  readonly children?: readonly Node[];
}

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

/** What stands within a line; anything else is a block of its own. */
const INLINE = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'linkReference', 'image', 'imageReference', 'html']);

/** What `shownText` answers for Markdown; only imported when it is used. */
export function readMarkdown(markdown: string): string {
  const shown: string[] = [];
  const behind: string[] = [];
  // No recursion: how deep a text is nested is for its writer to decide.
  const waiting: (Node | string)[] = [processor.parse(markdown) as Node];
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
